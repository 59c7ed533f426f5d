import type { Cart } from './cart';

/** The cookie that holds a session. */
export const SESSION_COOKIE = 'c_session';

/** An order as the back end tells of it. */
export interface Order extends Pick<Cart, 'items' | 'total'> {
  number: string;
  /** ISO 8601. */
  placedAt: string;
}

/** A customer's name, and their orders, the latest first. */
export interface Account {
  name: string;
  orders: Order[];
}

/** The day of an order as visitors read it, the same on the server and in every browser. */
export const dayOf = ({ placedAt }: Order): string =>
  new Date(placedAt).toLocaleDateString('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' });
