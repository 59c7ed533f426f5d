import { randomInt, randomUUID } from 'node:crypto';
import { Agent, request } from 'node:http';
import { Agent as TlsAgent, request as tlsRequest } from 'node:https';
import { setTimeout as wait } from 'node:timers/promises';
import { SUBMISSION_FIELD } from 'api-wire/forms';
import { sampleOf } from 'api-wire/testing/sample-form';
import type { Cluster } from '../start-cluster';
import { ownersLeads } from './looks';

const TIMEOUT_MS = 30_000;

/** A failed request that a visitor would have noticed. */
interface Failure {
  path: string;
  what: string;
}

interface Answer {
  status: number;
  body: string;
}

const KEPT = { keepAlive: true, maxSockets: 200 };
const ways = {
  'http:': { agent: new Agent(KEPT), request },
  'https:': { agent: new TlsAgent(KEPT), request: tlsRequest },
};

const ask = (url: URL): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const way = ways[url.protocol === 'https:' ? 'https:' : 'http:'];
    const asked = way.request(url, { agent: way.agent, timeout: TIMEOUT_MS }, (response) => {
      let body = '';
      response.setEncoding('utf8').on('data', (text) => {
        body += text;
      });
      response.on('end', () => resolve({ status: response.statusCode ?? 0, body }));
      response.on('error', reject);
    });
    asked.on('timeout', () => asked.destroy(new Error(`no answer in ${TIMEOUT_MS / 1000} s`)));
    asked.on('error', (error) => {
      // Browsers retry, too (RFC 9112, section 9.3.1): a server may close a kept connection before it gets the request.
      if (asked.reusedSocket && (error as NodeJS.ErrnoException).code === 'ECONNRESET') resolve(ask(url));
      else reject(error);
    });
    asked.end();
  });

/** Fault of a page; undefined for a complete one. */
const faultOf = ({ status, body }: Answer): string | undefined => {
  if (status !== 200) return `status ${status}`;
  if (!body.trimEnd().endsWith('</html>')) return 'cut off';
  return body.includes('"rendered":true') ? undefined : 'without its content';
};

/** Visitors at a steady rate, independent of response times. They read all pages of the site in turn. */
export class Visitors {
  asked = 0;
  slowestMs = 0;
  readonly failures: Failure[] = [];
  private timer: ReturnType<typeof setInterval> | undefined;
  private readonly underWay = new Set<Promise<void>>();

  constructor(
    private readonly origin: string,
    private readonly paths: readonly string[],
    private readonly perSecond: number,
  ) {}

  start(): void {
    const began = performance.now();
    this.timer = setInterval(() => {
      const due = ((performance.now() - began) / 1000) * this.perSecond;
      while (this.asked < due) this.visit();
    }, 5);
  }

  async stop(): Promise<void> {
    clearInterval(this.timer);
    await Promise.all(this.underWay);
  }

  private visit(): void {
    const path = this.paths[this.asked % this.paths.length] ?? '/';
    this.asked += 1;
    const began = performance.now();
    const visit = ask(new URL(path, this.origin))
      .then(faultOf, (error: Error) => error.message)
      .then((what) => {
        this.slowestMs = Math.max(this.slowestMs, performance.now() - began);
        if (what) this.failures.push({ path, what });
        this.underWay.delete(visit);
      });
    this.underWay.add(visit);
  }
}

/** Paths of all pages in the sitemap. */
export async function sitePaths(origin: string): Promise<string[]> {
  const sitemap = await (await fetch(`${origin}/sitemap.xml`)).text();
  return [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address = '']) => new URL(address).pathname);
}

const TRY_AGAIN_MS = 1_000;
const ATTEMPTS = 60;

/** Senders of enquiries at a steady rate. After a failure they press "Try again", up to 59 times. */
export class Senders {
  sent = 0;
  /** Number of further attempts, each after one without a confirmation. */
  repeated = 0;
  /** Ids of the confirmed enquiries. */
  readonly thanked = new Set<string>();
  readonly givenUp = new Set<string>();
  private timer: ReturnType<typeof setInterval> | undefined;
  private readonly underWay = new Set<Promise<void>>();

  constructor(
    private readonly origin: string,
    private readonly perSecond: number,
  ) {}

  start(): void {
    this.timer = setInterval(() => {
      this.sent += 1;
      const sending = this.send(randomUUID()).finally(() => this.underWay.delete(sending));
      this.underWay.add(sending);
    }, 1000 / this.perSecond);
  }

  async stop(): Promise<void> {
    clearInterval(this.timer);
    await Promise.all(this.underWay);
  }

  private async send(id: string): Promise<void> {
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      if (attempt > 0) {
        await wait(TRY_AGAIN_MS);
        this.repeated += 1;
      }
      const answer = await fetch(`${this.origin}/api/save_home_form.php`, {
        method: 'POST',
        body: enquiryForm(id),
        signal: AbortSignal.timeout(TIMEOUT_MS),
      }).catch(() => undefined);
      const said = await answer?.text().catch(() => undefined);
      if (answer?.ok && said !== undefined) return void this.thanked.add(id);
    }
    this.givenUp.add(id);
  }
}

/** Body of the contact form for `POST /api/save_home_form.php`. @param id of the enquiry; a repeat of it is the same enquiry */
export const enquiryForm = (id: string): URLSearchParams =>
  new URLSearchParams({
    ...sampleOf('home'),
    email: `${id}@example.com`,
    message: 'Two hundred aprons, please.',
    [SUBMISSION_FIELD]: id,
  });

const CARD = { number: '4111111111111111', expiry: '12/39', cvv: '123', name: 'Asha Kurien' };
const AMOUNT = 5_000_000;

interface Shop {
  /** Base address of the API. */
  api: string;
  /** Address of the payment sandbox, and its account's key. */
  sandbox: string;
  keyId: string;
}

/** Posts JSON. @throws Error with the address and the response, unless its status is 2xx */
async function post<T>(url: string, body: unknown, headers: Record<string, string> = {}): Promise<T> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as T;
}

/** Makes a random IP address, so that no rate limit counts several visitors as one. */
const someAddress = (): string => `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`;

/**
 * Enrols in a course and pays, with the calls of the site's page and the provider's checkout. Only the provider's webhooks
 * report the payment to the site.
 * @returns the buyer's address, and the checkout's proof, with which a page confirms the payment: `POST /confirm_payment.php`
 */
export async function payInCheckout({ api, sandbox, keyId }: Shop): Promise<{ email: string; proof: unknown }> {
  const id = randomUUID();
  const email = `${id}@hotel.example`;
  const visitor = { 'idempotency-key': id, 'x-forwarded-for': someAddress() };
  const frame = { origin: new URL(sandbox).origin };
  const person = { name: CARD.name, email, phone: '+91 98400 00000' };
  const enrolment = await post<{ id: string }>(`${api}/enrolments`, { ...person, course: 'online' }, visitor);
  const tied = { ...visitor, 'enrolment-id': enrolment.id };
  const order = await post<{ id: string }>(`${api}/create_order.php`, { amount: AMOUNT }, tied);
  const means = { key: keyId, order_id: order.id, amount: AMOUNT, card: CARD };
  const payment = await post<{ payment_id: string }>(`${sandbox}/checkout/payments`, means, frame);
  const otp = `${sandbox}/checkout/payments/${payment.payment_id}/otp`;
  const { response } = await post<{ response: unknown }>(otp, { otp: '1234' }, frame);
  return { email, proof: response };
}

const MAILS_PATIENCE_MS = 120_000;

const repeated = (values: readonly string[]): number => values.length - new Set(values).size;

interface Account {
  kept: number;
  /** Confirmed, but missing. */
  lost: number;
  /** Stored more than once. */
  doubled: number;
  /** Mails not delivered within two minutes. */
  mailsMissing: number;
  /** Mails delivered again with the same Message-ID: the process died before it recorded the delivery. */
  mailsRepeated: number;
}

/** Compares the confirmed enquiries with the stored ones, and with the mails that arrived. */
export async function accountFor(cluster: Cluster, senders: Senders): Promise<Account> {
  const end = Date.now() + MAILS_PATIENCE_MS;
  let all = await ownersLeads(cluster);
  while (all.some((lead) => lead.mail_status !== 'sent') && Date.now() < end) {
    await wait(2_000);
    all = await ownersLeads(cluster);
  }
  const ids = all.map(({ email }) => email.split('@')[0] ?? '');
  const there = new Set(ids);
  return {
    kept: all.length,
    lost: [...senders.thanked].filter((id) => !there.has(id)).length,
    doubled: repeated(ids),
    mailsMissing: all.filter((lead) => lead.mail_status !== 'sent').length,
    mailsRepeated: repeated(cluster.mails.received),
  };
}
