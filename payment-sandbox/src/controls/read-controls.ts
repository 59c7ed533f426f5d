import { RefusedError } from '../errors';
import type { WebhookControls } from '../webhooks/delivery';

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

const secret = (body: Record<string, unknown>, now: string): string => {
  const value = body.secret ?? now;
  if (typeof value === 'string' && value !== '') return value;
  throw new RefusedError('secret must be a text.', { field: 'secret' });
};

/** Controls of webhooks from a body; what it leaves out stays. @throws RefusedError naming the field at fault */
export const readControls = (body: Record<string, unknown>, now: WebhookControls): WebhookControls => ({
  delay: number(body, 'delay', now.delay, DELAY_MAX_MS),
  duplicate: number(body, 'duplicate', now.duplicate, DUPLICATES_MAX),
  hold: flag(body, 'hold', now.hold),
  beforeConfirmation: flag(body, 'beforeConfirmation', now.beforeConfirmation),
  secret: secret(body, now.secret),
});
