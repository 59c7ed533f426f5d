import type { Counters } from '../api/payment-routes';
import { RefusedError } from '../errors';
import type { Route } from '../http';
import type { WebhookControls, Webhooks } from '../webhooks/webhooks';
import type { Faults } from './faults';

const DELAY_MAX_MS = 60_000;
const DUPLICATES_MAX = 10;

const number = (body: Record<string, unknown>, name: string, now: number, max: number): number => {
  const value = body[name] ?? now;
  if (typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= max) return value;
  throw new RefusedError(`${name} must be a whole number from 0 to ${max}.`, { field: name });
};

const flag = (body: Record<string, unknown>, name: string, now: boolean): boolean => {
  const value = body[name] ?? now;
  if (typeof value === 'boolean') return value;
  throw new RefusedError(`${name} must be true or false.`, { field: name });
};

const names = (value: unknown): string[] | undefined => {
  if (value === undefined) return undefined;
  if (Array.isArray(value) && value.every((name) => typeof name === 'string')) return value;
  throw new RefusedError('events must be a list of event names.', { field: 'events' });
};

const secret = (body: Record<string, unknown>, now: string): string => {
  const value = body.secret ?? now;
  if (typeof value === 'string' && value !== '') return value;
  throw new RefusedError('secret must be a text.', { field: 'secret' });
};

const readControls = (body: Record<string, unknown>, now: WebhookControls): WebhookControls => ({
  delay: number(body, 'delay', now.delay, DELAY_MAX_MS),
  duplicate: number(body, 'duplicate', now.duplicate, DUPLICATES_MAX),
  hold: flag(body, 'hold', now.hold),
  beforeConfirmation: flag(body, 'beforeConfirmation', now.beforeConfirmation),
  secret: secret(body, now.secret),
});

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
