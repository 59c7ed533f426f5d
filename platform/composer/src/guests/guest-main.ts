import { registerHooks } from 'node:module';
import { Socket } from 'node:net';
import { confine } from './confine';
import { encodeMessage, readMessages } from './frames';
import { GuestFetch } from './guest-fetch';
import { type FromGuest, type GuestTaskKind, LARGEST_RESULT_CHARS, type ToGuest } from './protocol';

/**
 * The program of a guest: a process in which one release's server code runs. What it may do is decided by whoever
 * starts it (see guest-process.ts) and by `confine`; all it can reach is the composer, through one pipe.
 */
const PIPE_FD = 3;
/** The largest answer of the API, and of a release's code. */
const LARGEST_INCOMING_BYTES = 64 * 1024 * 1024;

type Entry = Partial<Record<'render' | 'sitemap', (request: object) => unknown>>;

const pipe = new Socket({ fd: PIPE_FD });
const send = (message: FromGuest): void => {
  pipe.write(encodeMessage(message));
};

let entry: Entry = {};
const tasks = new Map<number, { calls: GuestFetch; aborter: AbortController }>();

const messageOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).slice(0, 1_000) || 'failed without a word';

/** Reads the release's code from memory: its file need not be readable here. */
async function load(name: string, source: string): Promise<void> {
  const url = `file:///releases/${name}`;
  const hooks = registerHooks({
    resolve: (specifier, context, next) =>
      specifier === url ? { url, format: 'module', shortCircuit: true } : next(specifier, context),
    load: (asked, context, next) =>
      asked === url ? { format: 'module', source, shortCircuit: true } : next(asked, context),
  });
  entry = (await import(url)) as Entry;
  hooks.deregister();
}

const isTooLarge = (result: unknown): boolean =>
  typeof result === 'object' &&
  result !== null &&
  Object.values(result).some((value) => typeof value === 'string' && value.length > LARGEST_RESULT_CHARS);

async function perform(id: number, kind: GuestTaskKind, request: object): Promise<void> {
  const calls = new GuestFetch((call, asked) => send({ type: 'fetch', id, call, request: asked }));
  const aborter = new AbortController();
  tasks.set(id, { calls, aborter });
  const makes = kind === 'sitemap' ? entry.sitemap : entry.render;
  const result = await makes?.({ ...request, fetch: calls.fetch, signal: aborter.signal });
  if (isTooLarge(result)) throw new Error(`its result is longer than ${LARGEST_RESULT_CHARS} characters`);
  send({ type: 'result', id, result: result ?? null });
}

function receive(message: ToGuest): void {
  switch (message.type) {
    case 'load':
      load(message.name, message.source).then(
        () => send({ type: 'loaded' }),
        (error: unknown) => send({ type: 'load-failed', message: messageOf(error) }),
      );
      return;
    case 'task': {
      const { id, kind, request } = message;
      perform(id, kind, request)
        .catch((error: unknown) => send({ type: 'failed', id, message: messageOf(error) }))
        .finally(() => tasks.delete(id));
      return;
    }
    case 'fetched':
      return void tasks.get(message.id)?.calls.settle(message.call, message.response);
    case 'fetch-failed':
      return void tasks.get(message.id)?.calls.settle(message.call, new TypeError(message.message));
    case 'abort':
      return void tasks.get(message.id)?.aborter.abort(new Error('the page is no longer waited for'));
    case 'ping':
      return void send({ type: 'pong' });
  }
}

const endWithComposer = () => process.exit(0);

confine(process.argv[2] ? Number(process.argv[2]) : undefined);
readMessages(pipe, LARGEST_INCOMING_BYTES, (message) => receive(message as ToGuest), endWithComposer);
pipe.on('close', endWithComposer);
pipe.on('error', endWithComposer);
send({ type: 'started' });
