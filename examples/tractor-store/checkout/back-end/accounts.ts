import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import type { shownCart } from './cart';
import { customers } from './data/customers';

/** The cookie that holds the id of a session. */
const SESSION_COOKIE = 'c_session';
const SESSION_SECONDS = 30 * 60;

export interface Customer {
  email: string;
  name: string;
}

/** What was bought, at the prices of that day. */
export interface Order extends Pick<ReturnType<typeof shownCart>, 'items' | 'total'> {
  /** Such as `T12345`. */
  number: string;
  /** ISO 8601. */
  placedAt: string;
}

const hashOf = promisify<string, string, number, Buffer>(scrypt);

/** Sessions and orders of customers. They are kept in memory, and end with the process. */
export class Accounts {
  private readonly sessions = new Map<string, { customer: Customer; until: number }>();
  private readonly orders: (Order & { email: string })[] = [];
  private lastNumber = 10_000;

  /** @returns the header that has a browser keep the new session; undefined for a wrong e-mail address or password */
  async signIn(email: string, password: string, isSecure: boolean): Promise<string | undefined> {
    const known = customers.find((customer) => customer.email === email.trim().toLowerCase());
    // The same work for an unknown address: the time of an answer tells nobody who is a customer.
    const { salt, hash } = known ?? { salt: '', hash: '0'.repeat(64) };
    const isRight = timingSafeEqual(await hashOf(password, salt, hash.length / 2), Buffer.from(hash, 'hex'));
    if (!known || !isRight) return undefined;
    const id = randomBytes(32).toString('base64url');
    this.forgetOld();
    this.sessions.set(id, {
      customer: { email: known.email, name: known.name },
      until: Date.now() + SESSION_SECONDS * 1_000,
    });
    return sessionCookie(id, SESSION_SECONDS, isSecure);
  }

  /** @returns the header that has a browser forget its session, which is over */
  signOut(cookies: string | undefined, isSecure: boolean): string {
    this.sessions.delete(idIn(cookies));
    return sessionCookie('', 0, isSecure);
  }

  /** Whose request it is, by its cookies. */
  customerOf(cookies: string | undefined): Customer | undefined {
    const session = this.sessions.get(idIn(cookies));
    return session && session.until > Date.now() ? session.customer : undefined;
  }

  /** A number that no other order has, such as `T12345`. */
  nextNumber(): string {
    this.lastNumber += 1;
    return `T${this.lastNumber}`;
  }

  place({ email }: Customer, order: Order): void {
    this.orders.push({ ...order, email });
  }

  /** The latest first. */
  ordersOf({ email }: Customer): Order[] {
    return this.orders.filter((order) => order.email === email).reverse();
  }

  /** An order of this number, and whose it is. */
  find(number: string): (Order & { email: string }) | undefined {
    return this.orders.find((order) => order.number === number);
  }

  private forgetOld(): void {
    for (const [id, { until }] of this.sessions) if (until <= Date.now()) this.sessions.delete(id);
  }
}

const idIn = (cookies: string | undefined): string =>
  new RegExp(`(?:^|; *)${SESSION_COOKIE}=([\\w-]{43})(?:;|$)`).exec(cookies ?? '')?.[1] ?? '';

const sessionCookie = (id: string, seconds: number, isSecure: boolean): string =>
  `${SESSION_COOKIE}=${id}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${seconds}${isSecure ? '; Secure' : ''}`;
