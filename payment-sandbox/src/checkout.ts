import { readFile } from 'node:fs/promises';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Call } from './app';
import type { Bank } from './bank';
import { framePage, landingPage } from './pages';
import type { Settings } from './settings';
import type { Store } from './store';
import { CANCELLED, findAddress, findCard, type TestCard, type TestError, WRONG_OTP } from './test-means';
import {
  type Card,
  makeId,
  now,
  type Order,
  type Payment,
  type PaymentResponse,
  RefusedError,
  readNotes,
  sign,
  type WireError,
} from './wire';

/** Most payments per order: a visitor who fails more often than this starts over. */
const ATTEMPTS_MAX = 50;
const CARD_NAME_MAX = 100;
const VPA_MAX = 100;

const FRAME_CSP = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
];
const PAGE_CSP = [...FRAME_CSP, "frame-ancestors 'none'"].join('; ');

/** What browsers are given, as built: the script for the merchant's page, and the frame's script and style. */
export interface Assets {
  checkout: string;
  frame: string;
  styles: string;
}

/** Reads the built files from a folder. @throws when the package has not been built */
export async function readAssets(folder: URL): Promise<Assets> {
  const read = (name: string): Promise<string> => readFile(new URL(name, folder), 'utf8');
  const [checkout, frame, styles] = await Promise.all([read('checkout.js'), read('frame.js'), read('frame.css')]);
  return { checkout, frame, styles };
}

/** How a payment ended, for the checkout. */
export type Outcome = { status: 'captured'; response: PaymentResponse } | { status: 'failed'; error: WireError };

/** What a customer pays with. */
type Means = { method: 'card'; card: TestCard; name: string } | { method: 'upi'; vpa: string };

/** What browsers are given (the script for the merchant's page, and the frame), and what the frame calls. */
export function checkout(
  server: FastifyInstance,
  { store, bank, settings, assets }: { store: Store; bank: Bank; settings: Settings; assets: Assets },
): void {
  const file = (path: string, type: string, body: string, headers: Record<string, string> = {}): void => {
    server.get(path, async (_call, reply: FastifyReply) =>
      reply
        .type(`${type}; charset=utf-8`)
        .headers({ 'cache-control': 'no-cache', ...headers })
        .send(body),
    );
  };
  file('/checkout.js', 'text/javascript', assets.checkout, { 'cross-origin-resource-policy': 'cross-origin' });
  file('/checkout/frame', 'text/html', framePage, { 'content-security-policy': FRAME_CSP.join('; ') });
  file('/checkout/frame.js', 'text/javascript', assets.frame);
  file('/checkout/frame.css', 'text/css', assets.styles);
  file('/', 'text/html', landingPage, { 'content-security-policy': PAGE_CSP });

  const payments = new Payments(store, settings, bank);
  const forFrame = (path: string, handle: (call: Call) => unknown): void => {
    server.post(path, async (call: Call) => {
      sameOrigin(call);
      return handle(call);
    });
  };
  forFrame('/checkout/orders', ({ body }) => {
    const { id, amount, currency } = payments.openOrder(body);
    return { id, amount, currency };
  });
  forFrame('/checkout/payments', ({ body }) => ({ payment_id: payments.create(body).id }));
  forFrame('/checkout/payments/:id/otp', ({ params, body }) => payments.submit(params.id, body.otp));
  forFrame('/checkout/payments/:id/approve', ({ params }) => payments.approve(params.id));
  forFrame('/checkout/payments/:id/cancel', ({ params }) => payments.cancel(params.id));
}

/** The frame's calls come from the frame alone: another site cannot press its buttons. */
function sameOrigin({ headers: { origin }, host }: Call): void {
  if (origin !== undefined && URL.canParse(origin) && new URL(origin).host === new URL(`http://${host}`).host) return;
  throw new RefusedError('This call is for the checkout only.', { status: 403 });
}

/** Takes payments as a bank would, by the rules of the test cards and addresses. */
class Payments {
  constructor(
    private readonly store: Store,
    private readonly settings: Settings,
    private readonly bank: Bank,
  ) {}

  /** The order that a checkout was opened for. @throws RefusedError when key, order or amount do not belong together */
  openOrder({ key, order_id: id, amount }: Record<string, unknown>): Order {
    if (key !== this.settings.keyId) {
      throw new RefusedError('The api key provided is invalid', {
        status: 401,
        source: 'NA',
        step: 'NA',
        reason: 'NA',
      });
    }
    const { order } = this.store.orders.find(typeof id === 'string' ? id : '');
    if (order.status === 'paid') throw new RefusedError('Payment already done for this order.');
    if (amount !== undefined && Number(amount) !== order.amount) {
      throw new RefusedError('Payment amount is different from order amount', { field: 'amount' });
    }
    return order;
  }

  /** Starts a payment; the bank then asks the customer for the one-time password, or for a yes in the UPI app. */
  create(body: Record<string, unknown>): Payment {
    const order = this.openOrder(body);
    if (order.attempts >= ATTEMPTS_MAX) throw new RefusedError('Too many attempts for this order.', { status: 429 });
    const { means, error } = readMeans(body);
    const payment = makePayment(order, means, body);
    order.attempts += 1;
    order.status = 'attempted';
    this.store.addPayment({ payment, error });
    return payment;
  }

  /** The customer sent the one-time password: four to ten digits succeed. A second call changes nothing. */
  async submit(id: string, otp: unknown): Promise<Outcome> {
    const { payment, error } = this.bank.find(id);
    return this.#end(payment, /^\d{4,10}$/.test(shortText(otp, 20)) ? error : WRONG_OTP);
  }

  /** The customer said yes in the UPI app. A second call changes nothing. */
  async approve(id: string): Promise<Outcome> {
    const { payment, error } = this.bank.find(id);
    if (payment.method !== 'upi') throw new RefusedError('Only a UPI payment is approved in an app.');
    return this.#end(payment, error);
  }

  /** The customer gave up on the bank's page. */
  async cancel(id: string): Promise<Outcome> {
    return this.#end(this.bank.find(id).payment, CANCELLED);
  }

  async #end(payment: Payment, error: TestError | undefined): Promise<Outcome> {
    if (payment.status === 'created') {
      if (this.bank.orderOf(payment).status === 'paid') {
        throw new RefusedError('Payment already done for this order.');
      }
      await (error ? this.bank.fail(payment, error) : this.bank.authorize(payment));
    }
    return this.#outcome(payment);
  }

  #outcome(payment: Payment): Outcome {
    if (payment.status === 'failed') return { status: 'failed', error: wireError(payment) };
    // What is only reserved counts as a success for the customer, as it does with the provider.
    return { status: 'captured', response: this.#response(payment) };
  }

  #response({ id, order_id }: Payment): PaymentResponse {
    return {
      razorpay_payment_id: id,
      razorpay_order_id: order_id,
      razorpay_signature: sign(`${order_id}|${id}`, this.settings.keySecret),
    };
  }
}

/** Why a payment failed, as the merchant's page gets it. */
const wireError = (payment: Payment): WireError => ({
  code: payment.error_code === 'GATEWAY_ERROR' ? 'GATEWAY_ERROR' : 'BAD_REQUEST_ERROR',
  description: payment.error_description ?? '',
  source: payment.error_source ?? '',
  step: payment.error_step ?? '',
  reason: payment.error_reason ?? '',
  metadata: { order_id: payment.order_id, payment_id: payment.id },
});

/** A payment that has just started. @param body what the checkout sent beside the means */
function makePayment(order: Order, means: Means, body: Record<string, unknown>): Payment {
  const card = means.method === 'card' ? cardOf(means) : undefined;
  return {
    id: makeId('pay'),
    entity: 'payment',
    amount: order.amount,
    currency: order.currency,
    status: 'created',
    order_id: order.id,
    invoice_id: null,
    international: false,
    method: means.method,
    amount_refunded: 0,
    refund_status: null,
    captured: false,
    description: shortText(body.description, 255) || null,
    card_id: card?.id ?? null,
    ...(card && { card }),
    bank: null,
    wallet: null,
    vpa: means.method === 'upi' ? means.vpa : null,
    email: shortText(body.email, 254),
    contact: shortText(body.contact, 32),
    notes: readNotes(body.notes),
    fee: null,
    tax: null,
    error_code: null,
    error_description: null,
    error_source: null,
    error_step: null,
    error_reason: null,
    acquirer_data: card ? { auth_code: null } : { rrn: null },
    created_at: now(),
  };
}

const cardOf = ({ card, name }: Extract<Means, { method: 'card' }>): Card => ({
  id: makeId('card'),
  entity: 'card',
  name,
  last4: card.number.slice(-4),
  network: card.network,
  type: 'credit',
  issuer: null,
  international: false,
  emi: false,
  sub_type: 'consumer',
});

/**
 * Reads the means of a payment from what the checkout sent: `card`, or `upi` with its `vpa`.
 * @returns the means, and how the payment ends once the customer has agreed to it
 * @throws RefusedError with the field at fault, in words for the customer
 */
function readMeans({ card, upi }: Record<string, unknown>): { means: Means; error: TestError | undefined } {
  if (upi === undefined) {
    const read = readCard(card);
    return { means: { method: 'card', ...read }, error: read.card.error };
  }
  const given = typeof upi === 'object' && upi !== null && 'vpa' in upi ? upi.vpa : undefined;
  const address = findAddress(shortText(given, VPA_MAX));
  if (!address) {
    throw new RefusedError('This sandbox takes only its test addresses, such as success@razorpay.', {
      field: 'vpa',
      source: 'customer',
    });
  }
  return { means: { method: 'upi', vpa: address.vpa }, error: address.error };
}

/**
 * Checks what was typed into the card form, in the order of its fields.
 * @throws RefusedError with the field at fault, in words for the customer
 */
function readCard(input: unknown, today = new Date()): { card: TestCard; name: string } {
  const fields = typeof input === 'object' && input !== null ? (input as Record<string, unknown>) : {};
  const number = text(fields.number);
  if (number === '') throw refused('card[number]', 'Please enter the card number.');
  const card = findCard(number);
  if (!card) throw refused('card[number]', 'This sandbox takes only its test cards. Never type a real card here.');
  if (!isFuture(text(fields.expiry), today)) {
    throw refused('card[expiry]', 'Please enter a month and year to come, such as 12/30.');
  }
  if (!/^\d{3}$/.test(text(fields.cvv))) throw refused('card[cvv]', 'Please enter the three digits of the CVV.');
  const name = text(fields.name);
  if (name === '' || name.length > CARD_NAME_MAX) throw refused('card[name]', 'Please enter the name on the card.');
  return { card, name };
}

const refused = (field: string, description: string): RefusedError =>
  new RefusedError(description, { field, source: 'customer' });

const text = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');

/** Month and year as typed: `12/30`, `12 / 2030`, `1230`. Good until the end of that month. */
function isFuture(expiry: string, today: Date): boolean {
  const parts = /^(\d{2})\s*\/?\s*(?:20)?(\d{2})$/.exec(expiry);
  const month = Number(parts?.[1]);
  const year = 2000 + Number(parts?.[2]);
  return month >= 1 && month <= 12 && new Date(year, month, 1) > today;
}

/** What was typed, trimmed and cut; empty when it is not text. */
const shortText = (value: unknown, max: number): string =>
  typeof value === 'string' ? value.trim().slice(0, max) : '';
