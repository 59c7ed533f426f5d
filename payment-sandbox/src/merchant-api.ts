import { timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { Call } from './app';
import type { Bank } from './bank';
import type { Faults } from './controls';
import type { Settings } from './settings';
import type { Capture, Store } from './store';
import {
  type Collection,
  makeId,
  now,
  type Order,
  RefusedError,
  readNotes,
  readReceipt,
  refuse,
  sign,
  unknownId,
} from './wire';

const AMOUNT_MIN = 100;
const COUNT_MAX = 100;

/** The provider's REST calls, as a merchant of courses needs them: orders, payments, refunds, disputes. */
export function merchantApi(
  server: FastifyInstance,
  { store, bank, faults, settings }: { store: Store; bank: Bank; faults: Faults; settings: Settings },
): void {
  const route = (method: 'GET' | 'POST', url: string, handle: (call: Call) => unknown): void => {
    server.route({
      method,
      url,
      handler: (call: Call, reply) =>
        faults.answer(reply, () => {
          authenticate(call.headers.authorization ?? '', settings);
          return handle(call);
        }),
    });
  };

  route('POST', '/v1/orders', ({ body }) => {
    const order = readOrder(body);
    store.addOrder(order, readCapture(body.payment));
    return order;
  });
  route('GET', '/v1/orders', ({ query }) => {
    const orders = store.orders.list().map(({ order }) => order);
    return listing(
      orders.filter(({ receipt }) => query.receipt === undefined || receipt === query.receipt),
      query,
    );
  });
  route('GET', '/v1/orders/:id', ({ params }) => store.orders.find(params.id).order);
  route('GET', '/v1/orders/:id/payments', ({ params }) =>
    collection(store.orders.find(params.id).payments.toReversed()),
  );

  route('GET', '/v1/payments', ({ query }) =>
    listing(
      store.payments.list().map(({ payment }) => payment),
      query,
    ),
  );
  route('GET', '/v1/payments/:id', ({ params }) => bank.find(params.id).payment);
  route('POST', '/v1/payments/:id/capture', ({ params, body }) => bank.capture(params.id, body));
  route('POST', '/v1/payments/:id/refund', ({ params, body }) => bank.refund(params.id, body));
  route('GET', '/v1/payments/:id/refunds', ({ params, query }) => {
    const { payment } = bank.find(params.id);
    return listing(
      store.refunds.list().filter((refund) => refund.payment_id === payment.id),
      query,
    );
  });
  route('GET', '/v1/payments/:id/refunds/:refund', ({ params }) => {
    const refund = store.refunds.find(params.refund);
    if (refund.payment_id !== bank.find(params.id).payment.id) throw unknownId();
    return refund;
  });

  route('GET', '/v1/refunds', ({ query }) => listing(store.refunds.list(), query));
  route('GET', '/v1/refunds/:id', ({ params }) => store.refunds.find(params.id));
  route('GET', '/v1/disputes', ({ query }) => listing(store.disputes.list(), query));
  route('GET', '/v1/disputes/:id', ({ params }) => store.disputes.find(params.id));
  route('POST', '/v1/disputes/:id/accept', ({ params }) => bank.moveDispute(params.id, 'lost'));
}

/** @throws RefusedError (401) unless the call carries the key id and secret as Basic authentication. */
function authenticate(authorization: string, { keyId, keySecret }: Settings): void {
  const [scheme, encoded = ''] = authorization.split(' ');
  const given = Buffer.from(encoded, 'base64').toString('utf8');
  if (scheme?.toLowerCase() === 'basic' && isSame(given, `${keyId}:${keySecret}`)) return;
  const description = scheme ? 'Authentication failed' : 'Please provide your api key for authentication purposes.';
  throw new RefusedError(description, { status: 401, source: 'NA', step: 'NA', reason: 'NA' });
}

// Digests are of equal length, which a comparison in constant time needs.
const isSame = (a: string, b: string): boolean =>
  timingSafeEqual(Buffer.from(sign(a, 'compare')), Buffer.from(sign(b, 'compare')));

const collection = <T>(items: T[]): Collection<T> => ({ entity: 'collection', count: items.length, items });

/** The page of a listing that `from`, `to` (seconds), `skip` and `count` (10, at most 100) ask for. */
function listing<T extends { created_at: number }>(items: T[], query: Call['query']): Collection<T> {
  const read = (name: string, fallback: number): number => {
    const given = query[name] ?? String(fallback);
    return /^\d+$/.test(given) ? Number(given) : refuse(name, `The ${name} must be an integer.`);
  };
  const from = read('from', 0);
  const to = read('to', Number.MAX_SAFE_INTEGER);
  const skip = read('skip', 0);
  const count = Math.min(read('count', 10), COUNT_MAX);
  return collection(items.filter((item) => item.created_at >= from && item.created_at <= to).slice(skip, skip + count));
}

/** Makes a new order of a request's body. @throws RefusedError that names the field at fault. */
function readOrder(body: Record<string, unknown>): Order {
  const amount = readAmount(body.amount);
  return {
    id: makeId('order'),
    entity: 'order',
    amount,
    amount_paid: 0,
    amount_due: amount,
    currency: readCurrency(body.currency),
    receipt: readReceipt(body.receipt),
    offer_id: null,
    status: 'created',
    attempts: 0,
    notes: readNotes(body.notes),
    created_at: now(),
  };
}

function readAmount(value: unknown): number {
  if (value === undefined || value === null || value === '') return refuse('amount', 'The amount field is required.');
  const amount = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value;
  if (typeof amount !== 'number' || !Number.isSafeInteger(amount)) {
    return refuse('amount', 'The amount must be an integer.');
  }
  if (amount < AMOUNT_MIN) return refuse('amount', 'Order amount less than minimum amount allowed');
  return amount;
}

function readCurrency(value: unknown): string {
  if (value === undefined || value === '') return refuse('currency', 'The currency field is required.');
  // Codes that begin with X are of no country.
  const isCurrency = typeof value === 'string' && Intl.supportedValuesOf('currency').includes(value);
  return isCurrency && !value.startsWith('X') ? value : refuse('currency', 'Currency is not supported');
}

/** How an order wants its payments to be captured. @param payment the body's `payment` */
function readCapture(payment: unknown): Capture {
  if (payment === undefined || payment === null) return 'account';
  const capture = typeof payment === 'object' && 'capture' in payment ? payment.capture : undefined;
  if (capture === 'automatic' || capture === 'manual') return capture;
  return refuse('payment', 'The selected payment.capture is invalid.');
}
