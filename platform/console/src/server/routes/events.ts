import sse from '@fastify/sse';
import { findSession, signedIn } from '@wholepage/sign-in/sessions';
import type { FastifyInstance } from 'fastify';
import type { ConsoleContext } from '../context';

const HEARTBEAT_MS = 15_000;
/** Of all people together: each holds a connection. */
const MOST_STREAMS = 500;
/** Of one person: nobody takes the connections of all. */
const MOST_OF_ONE = 30;

/** Something that an open page shows has changed. */
export type LiveEvent =
  | { event: 'registry'; generation: number }
  | { event: 'evidence'; app: string }
  | { event: 'observed' };

/** Tells listeners of a change. */
export type Publish = (event: LiveEvent) => void;

/** Server-sent events: each change reaches every open page, until its session ends. */
export async function eventRoutes(server: FastifyInstance, { pool, watch }: ConsoleContext): Promise<Publish> {
  const listeners = new Set<Publish>();
  /** How many each person holds. */
  const streams = new Map<string, number>();
  const publish: Publish = (event) => {
    for (const listener of listeners) listener(event);
  };
  const ignore = watch.listen((generation) => publish({ event: 'registry', generation }));
  server.addHook('preClose', async () => {
    ignore();
  });
  await server.register(sse, { heartbeatInterval: HEARTBEAT_MS });

  const config = { access: { right: 'viewer' } } as const;
  server.get('/api/events', { sse: { kind: 'only' }, config }, async (request, reply) => {
    const { token, person } = signedIn(request);
    const own = streams.get(person.id) ?? 0;
    if (listeners.size >= MOST_STREAMS || own >= MOST_OF_ONE)
      return reply.code(503).send({ message: 'Too many pages are open.' });
    const tell: Publish = ({ event, ...data }) => void reply.sse.send({ event, data }).catch(() => undefined);
    const check = setInterval(() => {
      findSession(pool, token, false).then(
        (session) => session ?? reply.sse.close(),
        () => undefined,
      );
    }, HEARTBEAT_MS);
    const end = () => {
      clearInterval(check);
      if (!listeners.delete(tell)) return;
      const left = (streams.get(person.id) ?? 1) - 1;
      if (left > 0) streams.set(person.id, left);
      else streams.delete(person.id);
    };
    reply.sse.keepAlive();
    reply.sse.onClose(end);
    listeners.add(tell);
    streams.set(person.id, own + 1);
    tell({ event: 'registry', generation: watch.generation });
  });
  return publish;
}
