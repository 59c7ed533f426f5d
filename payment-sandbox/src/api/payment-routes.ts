import type { Bank } from '../bank/bank';
import type { Disputes } from '../bank/disputes';
import type { Refunds } from '../bank/refunds';
import type { Route } from '../http/route';
import type { Settings } from '../settings';
import type { Store } from '../store/store';
import { guardWith } from './guarded';
import { listing } from './listing';

/** Who moves money, for the calls that ask for it. */
export interface Counters {
  bank: Bank;
  refunds: Refunds;
  disputes: Disputes;
}

/** Payments, refunds and disputes. */
export function paymentRoutes(store: Store, { bank, refunds, disputes }: Counters, settings: Settings): Route[] {
  const guarded = guardWith(settings);
  return [
    { method: 'GET', path: '/v1/payments', handle: guarded(({ url }) => listing(store.payments(), url)) },
    { method: 'GET', path: '/v1/payments/:id', handle: guarded(({ params }) => bank.find(params.id ?? '').payment) },
    {
      method: 'POST',
      path: '/v1/payments/:id/capture',
      handle: guarded(({ params, body }) => bank.capture(params.id ?? '', body)),
    },
    {
      method: 'POST',
      path: '/v1/payments/:id/refund',
      handle: guarded(({ params, body }) => refunds.create(params.id ?? '', body)),
    },
    {
      method: 'GET',
      path: '/v1/payments/:id/refunds',
      handle: guarded(({ params, url }) => listing(refunds.ofPayment(params.id ?? ''), url)),
    },
    {
      method: 'GET',
      path: '/v1/payments/:id/refunds/:refund',
      handle: guarded(({ params }) => refunds.find(params.refund ?? '', params.id ?? '')),
    },
    { method: 'GET', path: '/v1/refunds', handle: guarded(({ url }) => listing(refunds.list(), url)) },
    { method: 'GET', path: '/v1/refunds/:id', handle: guarded(({ params }) => refunds.find(params.id ?? '')) },
    { method: 'GET', path: '/v1/disputes', handle: guarded(({ url }) => listing(disputes.list(), url)) },
    { method: 'GET', path: '/v1/disputes/:id', handle: guarded(({ params }) => disputes.find(params.id ?? '')) },
    {
      method: 'POST',
      path: '/v1/disputes/:id/accept',
      handle: guarded(({ params }) => disputes.move(params.id ?? '', 'lost')),
    },
  ];
}
