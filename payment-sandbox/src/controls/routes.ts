import type { Counters } from '../api/payment-routes';
import { RefusedError } from '../errors';
import type { Route } from '../http/route';
import type { Webhooks } from '../webhooks/webhooks';
import type { Faults } from './faults';
import { readControls } from './read-controls';

const names = (value: unknown): string[] | undefined => {
  if (value === undefined) return undefined;
  if (Array.isArray(value) && value.every((name) => typeof name === 'string')) return value;
  throw new RefusedError('events must be a list of event names.', { field: 'events' });
};

/** What the real provider does not have: a test decides when events arrive and what the REST API answers. */
export function controlRoutes(webhooks: Webhooks, faults: Faults, { bank, refunds }: Counters): Route[] {
  const state = () => ({
    body: { controls: webhooks.controls, deliveries: webhooks.deliveries, fault: faults.current ?? null },
  });
  return [
    { method: 'GET', path: '/sandbox', handle: state },
    {
      method: 'POST',
      path: '/sandbox/webhooks',
      handle: ({ body }) => {
        webhooks.controls = readControls(body, webhooks.controls);
        return state();
      },
    },
    {
      method: 'POST',
      path: '/sandbox/webhooks/release',
      handle: async ({ body }) => ({ body: { released: await webhooks.release(names(body.events)) } }),
    },
    {
      method: 'POST',
      path: '/sandbox/faults',
      handle: ({ body }) => {
        faults.set(body);
        return state();
      },
    },
    {
      method: 'POST',
      path: '/sandbox/reset',
      handle: () => {
        webhooks.reset();
        faults.clear();
        bank.accountCapture = 'automatic';
        refunds.outcome = 'processed';
        return state();
      },
    },
  ];
}
