import { unknownId } from '../errors';
import type { Call, Route } from '../http/route';
import type { Settings } from '../settings';
import type { Store } from '../store/store';
import type { Order } from '../wire';
import { guardWith } from './guarded';
import { collection, listing } from './listing';
import { readCapture, readOrder } from './read-order';

/** Orders, as a merchant of courses needs them. */
export function orderRoutes(store: Store, settings: Settings): Route[] {
  const guarded = guardWith(settings);
  const order = ({ params }: Call): Order => {
    const found = store.order(params.id ?? '');
    if (!found) throw unknownId();
    return found;
  };
  const withReceipt = (receipt: string | null): Order[] =>
    store.orders().filter((one) => receipt === null || one.receipt === receipt);
  return [
    {
      method: 'POST',
      path: '/v1/orders',
      handle: guarded(({ body }) => {
        const made = readOrder(body);
        store.addOrder(made, readCapture(body.payment));
        return made;
      }),
    },
    {
      method: 'GET',
      path: '/v1/orders',
      handle: guarded(({ url }) => listing(withReceipt(url.searchParams.get('receipt')), url)),
    },
    { method: 'GET', path: '/v1/orders/:id', handle: guarded(order) },
    {
      method: 'GET',
      path: '/v1/orders/:id/payments',
      handle: guarded((call) => collection(store.paymentsOf(order(call).id))),
    },
  ];
}
