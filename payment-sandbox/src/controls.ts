import type { FastifyInstance, FastifyReply } from 'fastify';
import * as z from 'zod';
import type { Call } from './app';
import { NO_CONTROLS, type Webhooks } from './webhooks';
import { RefusedError, read } from './wire';

const controlsSchema = z.object({
  duplicate: z.number().int().min(0).max(10).optional(),
  hold: z.boolean().optional(),
  beforeConfirmation: z.boolean().optional(),
});
const releaseSchema = z.object({ events: z.array(z.string()).optional() });
const faultSchema = z.object({
  kind: z.enum(['error', 'garbage', 'no-id']),
  times: z.number().int().min(1).default(1),
});

/** Endpoints that the real provider does not have: tests control the delivery of events and the responses of REST calls. */
export function controls(server: FastifyInstance, { webhooks, faults }: { webhooks: Webhooks; faults: Faults }): void {
  const state = () => ({ controls: webhooks.controls, deliveries: webhooks.deliveries, fault: faults.current ?? null });

  server.get('/sandbox', state);
  server.post('/sandbox/webhooks', ({ body }: Call) => {
    Object.assign(webhooks.controls, read(controlsSchema, body));
    return state();
  });
  server.post('/sandbox/webhooks/release', async ({ body }: Call) => ({
    released: await webhooks.release(read(releaseSchema, body).events),
  }));
  server.post('/sandbox/faults', ({ body }: Call) => {
    faults.current = read(faultSchema, body);
    return state();
  });
  server.post('/sandbox/reset', () => {
    webhooks.controls = { ...NO_CONTROLS };
    webhooks.deliveries = [];
    faults.current = undefined;
    return state();
  });
}

/** Simulates a provider in trouble, to test a merchant: the next `times` REST calls misbehave. */
export class Faults {
  current: z.output<typeof faultSchema> | undefined;

  /** Answers a call, or applies the present fault. All but `error` do the work first, as when only the response is lost. */
  async answer(reply: FastifyReply, work: () => unknown): Promise<unknown> {
    const kind = this.current?.kind;
    if (this.current) this.current.times -= 1;
    if (this.current?.times === 0) this.current = undefined;
    if (kind === 'error')
      throw new RefusedError('The server encountered an error.', {
        status: 500,
        code: 'SERVER_ERROR',
        reason: 'server_error',
      });
    const answer = await work();
    if (kind === 'garbage') return reply.type('text/html').send('<html><title>502 Bad Gateway</title>');
    return kind === 'no-id' ? { entity: 'order' } : answer;
  }
}
