import { registerHooks, syncBuiltinESMExports } from 'node:module';
import { Socket } from 'node:net';
import { GuestFetch } from './inside/guest-fetch';
import { encodePacket, type Packet, PacketReader } from './wire/packets';
import {
  type BridgeResponse,
  FROM_GUEST,
  type FromGuestKind,
  LARGEST_MESSAGE_BYTES,
  LONGEST_REASON,
  TO_GUEST,
  type ToGuest,
} from './wire/protocol';
import { failureOf } from './wire/thrown';

/*
 * The program of a guest: a process that runs one release's server code. Its rights are set by its starter
 * (pool/guest.ts) and by `confine`; it can reach nothing but the composer, through one pipe. It keeps the protocol for
 * the release: what the release's code may not do fails here, with a sentence.
 */

/**
 * Node's permission model refuses files, processes and sockets, but neither signals nor changes of V8's flags. These
 * methods are removed, in case the operating system does not refuse them either.
 */
const FORBIDDEN_OF_PROCESS = [
  'kill',
  '_kill',
  'abort',
  'binding',
  '_linkedBinding',
  'dlopen',
  'execve',
  '_debugProcess',
  '_debugEnd',
] as const;

interface ProcessPermission {
  drop?(scope: string): void;
}

/**
 * Drops this process's remaining rights, before it reads any code of a release.
 * @param uid user to become when started by root: it owns nothing, and no other guest has it
 */
function confine(uid: number | undefined): void {
  if (uid !== undefined) {
    process.setgroups?.([]);
    process.setgid?.(uid);
    process.setuid?.(uid);
  }
  for (const name of Object.keys(process.env)) delete process.env[name];
  for (const name of FORBIDDEN_OF_PROCESS) Object.defineProperty(process, name, { value: undefined });
  const os = process.getBuiltinModule('node:os') as { setPriority: unknown };
  const v8 = process.getBuiltinModule('node:v8') as { setFlagsFromString: unknown };
  os.setPriority = undefined;
  v8.setFlagsFromString = undefined;
  syncBuiltinESMExports();
  (process as { permission?: ProcessPermission }).permission?.drop?.('fs.read');
}

const PIPE_FD = 3;

type Entry = Partial<Record<'render' | 'renderFragment' | 'renderFile' | 'sitemap', (request: object) => unknown>>;

const ENTRIES = {
  page: 'render',
  layout: 'render',
  fragment: 'renderFragment',
  file: 'renderFile',
  sitemap: 'sitemap',
} as const;

const pipe = new Socket({ fd: PIPE_FD });

/** @throws Error when it is longer than the composer accepts */
const send = (kind: FromGuestKind, id: number, body?: unknown, largestBytes = Number.POSITIVE_INFINITY): void => {
  const packet = encodePacket(FROM_GUEST[kind], id, body);
  if (packet.length > largestBytes) throw new Error(`its ${kind} is longer than ${largestBytes} bytes`);
  pipe.write(packet);
};

let entry: Entry = {};
/** As JSON: each task parses its own copy, which it may change. */
let config = '{}';
const tasks = new Map<number, { calls: GuestFetch; aborter: AbortController; waits: number }>();
/** Tasks sent ahead of their turn. One task computes at a time; the composer counts turns alike. */
const ahead: { id: number; task: ToGuest['task'] }[] = [];
let turn: number | undefined;

const failed = (error: unknown) => failureOf(error, LONGEST_REASON);

/** Loads the release's code from memory: this process can read no file. */
async function load({ name, source }: ToGuest['load']): Promise<void> {
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

async function perform(id: number, { kind, request, limits }: ToGuest['task']): Promise<void> {
  const calls = new GuestFetch((call, asked) => {
    send('fetch', id, { call, request: asked }, LARGEST_MESSAGE_BYTES.fetch);
    task.waits += 1;
    // After all work that does not need the answer.
    setImmediate(endTurn, id);
  }, limits.calls);
  const aborter = new AbortController();
  const task = { calls, aborter, waits: 0 };
  tasks.set(id, task);
  try {
    const makes = entry[ENTRIES[kind]];
    const result = await makes?.({
      ...request,
      config: JSON.parse(config),
      fetch: calls.fetch,
      signal: aborter.signal,
    });
    calls.close();
    send('result', id, result ?? null, limits.resultBytes);
  } catch (error) {
    calls.close();
    send('failed', id, failed(error));
  } finally {
    tasks.delete(id);
    endTurn(id);
  }
}

function endTurn(id: number): void {
  if (turn !== id) return;
  turn = undefined;
  beginTurn();
}

/** Begins the next task once earlier messages are flushed, so that the composer knows whose turn it is. */
function beginTurn(): void {
  if (turn !== undefined || ahead.length === 0) return;
  if (pipe.writableNeedDrain) return void pipe.once('drain', beginTurn);
  const next = ahead.shift();
  if (!next) return;
  turn = next.id;
  void perform(next.id, next.task);
}

/** Delivers the answer to a call; the task's turn begins once it waits for no other. */
function settle(id: number, call: number, answer: BridgeResponse | Error): void {
  const task = tasks.get(id);
  if (!task) return;
  task.waits -= 1;
  if (task.waits === 0) turn = id;
  task.calls.settle(call, answer);
}

function abort(id: number): void {
  const place = ahead.findIndex((each) => each.id === id);
  if (place >= 0) {
    ahead.splice(place, 1);
    return void send('failed', id, failed(new Error('it was taken back')));
  }
  const task = tasks.get(id);
  task?.calls.close();
  task?.aborter.abort(new Error('the page is no longer waited for'));
  endTurn(id);
}

function receive({ kind, id, body }: Packet): void {
  switch (kind) {
    case TO_GUEST.load:
      load(body as ToGuest['load']).then(
        () => send('loaded', 0),
        (error: unknown) => send('loadFailed', 0, failed(error).reason),
      );
      return;
    case TO_GUEST.config:
      config = JSON.stringify(body);
      return;
    case TO_GUEST.task:
      ahead.push({ id, task: body as ToGuest['task'] });
      return void beginTurn();
    case TO_GUEST.fetched: {
      const { call, response } = body as ToGuest['fetched'];
      return void settle(id, call, response);
    }
    case TO_GUEST.fetchFailed: {
      const { call, message } = body as ToGuest['fetchFailed'];
      return void settle(id, call, new TypeError(message));
    }
    case TO_GUEST.abort:
      return void abort(id);
    case TO_GUEST.ping:
      return void send('pong', id);
  }
}

const endWithComposer = () => process.exit(0);

confine(process.argv[2] ? Number(process.argv[2]) : undefined);
// The composer bounds its own messages.
const reader = new PacketReader(() => {});
pipe.on('data', (part: Buffer) => reader.read(part, receive));
pipe.on('close', endWithComposer);
pipe.on('error', endWithComposer);
send('started', 0);
