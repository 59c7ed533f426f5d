import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Call } from './app';
import type { Bank } from './bank';
import type { Webhooks } from './webhooks';
import { DISPUTE_STATUSES, type DisputeStatus, RefusedError, refuse } from './wire';

const DELAY_MAX_MS = 60_000;
const DUPLICATES_MAX = 10;
const FAULTS_MAX = 1000;
/** A hanging call is let go after this, so that nothing is kept open for ever. */
const HANG_MS = 30_000;

const FAULT_KINDS = ['error', 'garbage', 'no-id', 'hang'] as const;
const LATER: readonly Exclude<DisputeStatus, 'open'>[] = DISPUTE_STATUSES.filter((status) => status !== 'open');

type Body = Call['body'];

/** What the real provider does not have: a test decides what banks and customers do, when events arrive and what the REST calls answer. */
export function controls(
  server: FastifyInstance,
  { bank, webhooks, faults }: { bank: Bank; webhooks: Webhooks; faults: Faults },
): void {
  const state = () => ({
    controls: webhooks.controls,
    deliveries: webhooks.deliveries,
    fault: faults.current ?? null,
  });

  server.get('/sandbox', state);
  server.post('/sandbox/webhooks', ({ body }: Call) => {
    const now = webhooks.controls;
    webhooks.controls = {
      delay: wholeNumber(body, 'delay', { otherwise: now.delay, max: DELAY_MAX_MS }),
      duplicate: wholeNumber(body, 'duplicate', { otherwise: now.duplicate, max: DUPLICATES_MAX }),
      hold: flag(body, 'hold', now.hold),
      beforeConfirmation: flag(body, 'beforeConfirmation', now.beforeConfirmation),
      secret: secret(body, now.secret),
    };
    return state();
  });
  server.post('/sandbox/webhooks/release', async ({ body }: Call) => ({
    released: await webhooks.release(eventNames(body.events)),
  }));
  server.post('/sandbox/faults', ({ body }: Call) => {
    const kind = oneOf(body, 'kind', FAULT_KINDS);
    faults.current = { kind, times: wholeNumber(body, 'times', { otherwise: 1, min: 1, max: FAULTS_MAX }) };
    return state();
  });
  server.post('/sandbox/reset', () => {
    webhooks.reset();
    faults.clear();
    bank.reset();
    return state();
  });

  server.post('/sandbox/account', ({ body }: Call) => {
    bank.account = {
      capture: oneOf(body, 'capture', ['automatic', 'manual'], bank.account.capture),
      refunds: oneOf(body, 'refunds', ['processed', 'pending', 'failed'], bank.account.refunds),
    };
    return bank.account;
  });
  server.post('/sandbox/payments/:id/authorize', ({ params, body }: Call) =>
    bank.authorizeLate(params.id, body.capture !== false),
  );
  server.post('/sandbox/payments/:id/expire', ({ params }: Call) => bank.expire(params.id));
  server.post('/sandbox/payments/:id/dispute', ({ params }: Call) => bank.openDispute(params.id));
  server.post('/sandbox/disputes/:id', ({ params, body }: Call) =>
    bank.moveDispute(params.id, oneOf(body, 'status', LATER)),
  );
  server.post('/sandbox/refunds/:id', ({ params, body }: Call) =>
    bank.settleRefund(params.id, oneOf(body, 'status', ['processed', 'failed'])),
  );
}

/** Lets a test see what a merchant does when the provider is unwell: the next `times` REST calls misbehave. */
export class Faults {
  current: { kind: (typeof FAULT_KINDS)[number]; times: number } | undefined;
  readonly #hanging = new Set<() => void>();

  clear(): void {
    this.current = undefined;
    for (const letGo of this.#hanging) letGo();
  }

  /** Answers a call, or misbehaves while a fault is set. All but `error` do the work first, as when only the answer is lost. */
  async answer(reply: FastifyReply, work: () => unknown): Promise<unknown> {
    const kind = this.#take();
    if (kind === 'error') {
      throw new RefusedError('The server encountered an error.', {
        status: 500,
        code: 'SERVER_ERROR',
        reason: 'server_error',
      });
    }
    const answer = await work();
    if (kind === 'garbage') return reply.type('text/html').send('<html><title>502 Bad Gateway</title>');
    if (kind === 'no-id') return { entity: 'order' };
    if (kind === 'hang') await this.#hang();
    return answer;
  }

  #take() {
    const fault = this.current;
    if (fault) fault.times -= 1;
    if (fault?.times === 0) this.current = undefined;
    return fault?.kind;
  }

  #hang(): Promise<void> {
    return new Promise((resolve) => {
      const letGo = () => {
        clearTimeout(timer);
        this.#hanging.delete(letGo);
        resolve();
      };
      const timer = setTimeout(letGo, HANG_MS);
      this.#hanging.add(letGo);
    });
  }
}

function oneOf<T extends string>(body: Body, name: string, values: readonly T[], otherwise?: T): T {
  const value = body[name] ?? otherwise;
  return values.find((one) => one === value) ?? refuse(name, `${name} must be one of ${values.join(', ')}.`);
}

function wholeNumber(
  body: Body,
  name: string,
  { otherwise, min = 0, max }: { otherwise: number; min?: number; max: number },
): number {
  const value = body[name] ?? otherwise;
  if (typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max) return value;
  return refuse(name, `${name} must be a whole number from ${min} to ${max}.`);
}

function flag(body: Body, name: string, otherwise: boolean): boolean {
  const value = body[name] ?? otherwise;
  return typeof value === 'boolean' ? value : refuse(name, `${name} must be true or false.`);
}

function secret(body: Body, otherwise: string): string {
  const value = body.secret ?? otherwise;
  return typeof value === 'string' && value !== '' ? value : refuse('secret', 'secret must be a text.');
}

function eventNames(value: unknown): string[] | undefined {
  if (value === undefined) return undefined;
  if (Array.isArray(value) && value.every((name) => typeof name === 'string')) return value;
  return refuse('events', 'events must be a list of event names.');
}
