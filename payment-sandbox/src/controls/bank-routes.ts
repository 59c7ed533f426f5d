import type { Counters } from '../api/payment-routes';
import { RefusedError } from '../errors';
import type { Route } from '../http/route';
import { DISPUTE_STATUSES, type DisputeStatus } from '../wire';

const oneOf = <T extends string>(body: Record<string, unknown>, name: string, values: readonly T[], now?: T): T => {
  const value = body[name] ?? now;
  const found = values.find((one) => one === value);
  if (found) return found;
  throw new RefusedError(`${name} must be one of ${values.join(', ')}.`, { field: name });
};

const LATER: readonly Exclude<DisputeStatus, 'open'>[] = DISPUTE_STATUSES.filter((status) => status !== 'open');

/** What banks and customers do without being asked by the merchant. */
export function bankControlRoutes({ bank, refunds, disputes }: Counters): Route[] {
  return [
    {
      method: 'POST',
      path: '/sandbox/account',
      handle: ({ body }) => {
        bank.accountCapture = oneOf(body, 'capture', ['automatic', 'manual'], bank.accountCapture);
        refunds.outcome = oneOf(body, 'refunds', ['processed', 'pending', 'failed'], refunds.outcome);
        return { body: { capture: bank.accountCapture, refunds: refunds.outcome } };
      },
    },
    {
      method: 'POST',
      path: '/sandbox/payments/:id/authorize',
      handle: async ({ params, body }) => ({
        body: await bank.authorizeLate(params.id ?? '', body.capture !== false),
      }),
    },
    {
      method: 'POST',
      path: '/sandbox/payments/:id/expire',
      handle: async ({ params }) => ({ body: await refunds.giveBack(params.id ?? '') }),
    },
    {
      method: 'POST',
      path: '/sandbox/payments/:id/dispute',
      handle: async ({ params }) => ({ body: await disputes.open(params.id ?? '') }),
    },
    {
      method: 'POST',
      path: '/sandbox/disputes/:id',
      handle: async ({ params, body }) => ({
        body: await disputes.move(params.id ?? '', oneOf(body, 'status', LATER)),
      }),
    },
    {
      method: 'POST',
      path: '/sandbox/refunds/:id',
      handle: async ({ params, body }) => ({
        body: await refunds.settle(params.id ?? '', oneOf(body, 'status', ['processed', 'failed'])),
      }),
    },
  ];
}
