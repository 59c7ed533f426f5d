import { RefusedError, unknownId } from '../errors';
import type { Call, Reply, Route } from '../http';
import type { Settings } from '../settings';
import type { Store } from '../store';
import type { Collection, Order } from '../wire';
import { authenticate } from './auth';
import { readOrder } from './read-order';

const COUNT_MAX = 100;

const collection = <T>(items: T[]): Collection<T> => ({ entity: 'collection', count: items.length, items });

function wholeNumber(url: URL, name: string, fallback: number, max: number): number {
  const given = url.searchParams.get(name);
  if (given === null) return fallback;
  if (!/^\d+$/.test(given)) throw new RefusedError(`The ${name} must be an integer.`, { field: name });
  return Math.min(Number(given), max);
}

function listOrders(orders: Order[], url: URL): Order[] {
  const receipt = url.searchParams.get('receipt');
  const from = wholeNumber(url, 'from', 0, Number.MAX_SAFE_INTEGER);
  const to = wholeNumber(url, 'to', Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER);
  const skip = wholeNumber(url, 'skip', 0, Number.MAX_SAFE_INTEGER);
  const count = wholeNumber(url, 'count', 10, COUNT_MAX);
  return orders
    .filter((order) => receipt === null || order.receipt === receipt)
    .filter((order) => order.created_at >= from && order.created_at <= to)
    .slice(skip, skip + count);
}

/** The provider's REST API, as far as a merchant of courses needs it. Every call needs the key and its secret. */
export function apiRoutes(store: Store, settings: Settings): Route[] {
  const guarded =
    (handle: (call: Call) => unknown) =>
    (call: Call): Reply => {
      authenticate(call, settings);
      return { body: handle(call) };
    };
  const order = (call: Call): Order => {
    const found = store.order(call.params.id ?? '');
    if (!found) throw unknownId();
    return found;
  };
  return [
    {
      method: 'POST',
      path: '/v1/orders',
      handle: guarded(({ body }) => {
        const made = readOrder(body);
        store.addOrder(made);
        return made;
      }),
    },
    { method: 'GET', path: '/v1/orders', handle: guarded(({ url }) => collection(listOrders(store.orders(), url))) },
    { method: 'GET', path: '/v1/orders/:id', handle: guarded(order) },
    {
      method: 'GET',
      path: '/v1/orders/:id/payments',
      handle: guarded((call) => collection(store.paymentsOf(order(call).id))),
    },
    {
      method: 'GET',
      path: '/v1/payments/:id',
      handle: guarded(({ params }) => {
        const record = store.payment(params.id ?? '');
        if (!record) throw unknownId();
        return record.payment;
      }),
    },
  ];
}
