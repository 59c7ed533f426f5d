import type { Socket } from 'node:net';
import { LONGEST_NAME, MOST_FRAMES } from '@wholepage/contracts/report-limits';
import { orAfter } from '@wholepage/page-rules/time-limit';
import * as z from 'zod';
import { encodePacket, type Packet, type PacketHeader, PacketReader, ProtocolError } from './packets';
import {
  CALL_CHARS,
  FROM_GUEST,
  type FromGuestKind,
  type GuestRequests,
  type GuestTaskKind,
  LARGEST_MESSAGE_BYTES,
  LONGEST_REASON,
  PASSED_HEADERS,
  TASK_LIMITS,
  type TaskLimits,
  TO_GUEST,
  type ToGuest,
} from './protocol';

const reasonSchema = z.string().max(LONGEST_REASON);

const position = z.int().min(0).max(9_999_999);

const failureSchema = z.object({
  reason: reasonSchema,
  name: z.string().max(LONGEST_NAME),
  /** Stack: lines and columns of the release's server entry. */
  at: z.array(z.tuple([position, position])).max(MOST_FRAMES),
});

const bridgeCallSchema = z.object({
  /** The call's number within its task, chosen by the guest. */
  call: z.int().min(0),
  request: z.object({
    url: z.string().max(CALL_CHARS.url),
    method: z.string().max(CALL_CHARS.method),
    headers: z.partialRecord(z.enum(PASSED_HEADERS), z.string().max(CALL_CHARS.header)),
  }),
});

export type Failure = z.output<typeof failureSchema>;
export type BridgeCall = z.output<typeof bridgeCallSchema>;

/** Messages of a guest that kept the protocol. Results are not validated yet. */
interface GuestEvents {
  onStarted(): void;
  onLoaded(): void;
  onLoadFailed(reason: string): void;
  onResult(task: number, result: unknown): void;
  onFailed(task: number, failure: Failure): void;
  onCall(task: number, call: BridgeCall): void;
  /** Called when it violates the protocol; nothing more is read from it. */
  onBroken(reason: string): void;
  onWork(ms: number): void;
}

/** The pipe to a guest's process. Passes on messages that keep the protocol. */
export class GuestLink {
  readonly conversation = new Conversation();
  private readonly reader = new PacketReader((header) => {
    this.kind = this.conversation.admit(header);
  });
  private kind: FromGuestKind = 'started';
  private config: GuestRequests[GuestTaskKind]['config'] | undefined;
  private onPong: () => void = () => {};
  private pings = 0;

  constructor(
    private readonly pipe: Socket,
    private readonly events: GuestEvents,
  ) {
    pipe.on('data', (part: Buffer) => this.read(part));
    pipe.on('error', () => events.onBroken('its pipe broke'));
  }

  load(code: ToGuest['load']): void {
    this.conversation.loadSent();
    this.say('load', 0, code);
  }

  task(id: number, kind: GuestTaskKind, { config, ...request }: GuestRequests[GuestTaskKind]): void {
    this.conversation.taskSent(id, kind);
    // The config is the same for nearly all tasks, and longer than most.
    if (config !== this.config) this.say('config', 0, config);
    this.config = config;
    this.say('task', id, { kind, request, limits: TASK_LIMITS[kind] });
  }

  abort(id: number): void {
    this.write(TO_GUEST.abort, id);
  }

  say<Kind extends keyof ToGuest>(kind: Kind, id: number, body: ToGuest[Kind]): void {
    this.write(TO_GUEST[kind], id, body);
  }

  /** Whether it answers a ping in time; a computing process does not. */
  responds(limitMs: number): Promise<boolean> {
    this.pings += 1;
    this.conversation.pingSent(this.pings);
    this.write(TO_GUEST.ping, this.pings);
    const { promise, resolve } = Promise.withResolvers<boolean>();
    this.onPong = () => resolve(true);
    return orAfter(promise, limitMs, () => false);
  }

  close(): void {
    this.pipe.destroy();
  }

  private write(kind: number, id: number, body?: unknown): void {
    if (!this.pipe.writable) return;
    if (this.pipe.writableCorked === 0) {
      // Messages of one tick are written together: each system call costs as much as a small fragment.
      this.pipe.cork();
      process.nextTick(() => this.pipe.uncork());
    }
    this.pipe.write(encodePacket(kind, id, body));
  }

  private read(part: Buffer): void {
    const began = performance.now();
    try {
      this.reader.read(part, (packet) => this.receive(packet));
    } catch (error) {
      this.close();
      this.events.onBroken(error instanceof ProtocolError ? error.message : `its message failed: ${error}`);
    } finally {
      this.events.onWork(performance.now() - began);
    }
  }

  private receive({ id, body, refused }: Packet): void {
    const { events } = this;
    if (refused !== undefined) {
      if (this.kind !== 'result') throw new ProtocolError(`its ${this.kind} ${refused}`);
      return void events.onFailed(id, { reason: `its answer ${refused}`, name: 'Error', at: [] });
    }
    switch (this.kind) {
      case 'started':
        return void events.onStarted();
      case 'loaded':
        return void events.onLoaded();
      case 'pong':
        return void this.onPong();
      case 'result':
        return void events.onResult(id, body);
      case 'loadFailed':
        return void events.onLoadFailed(read(reasonSchema, body, 'reason'));
      case 'failed':
        return void events.onFailed(id, read(failureSchema, body, 'failure'));
      case 'fetch':
        return void events.onCall(id, read(bridgeCallSchema, body, 'call'));
    }
  }
}

const read = <T>(
  schema: { safeParse(value: unknown): { success: true; data: T } | { success: false } },
  body: unknown,
  what: string,
): T => {
  const parsed = schema.safeParse(body);
  if (!parsed.success) throw new ProtocolError(`it sent a ${what} that is none`);
  return parsed.data;
};

/** Phase of a guest. Only messages that the composer invited advance it. */
type Phase = 'starting' | 'started' | 'loading' | 'ready';

const KINDS = new Map(Object.entries(FROM_GUEST).map(([name, kind]) => [kind as number, name as FromGuestKind]));

/**
 * The protocol's state: which messages a guest may send now. The composer invites each: one start, one end of loading,
 * one result a task, one pong a ping, and as many API calls as a task has left. Anything else is a violation.
 */
export class Conversation {
  private phase: Phase = 'starting';
  /** Remaining limits of each unanswered task, given up or not. */
  private readonly tasks = new Map<number, TaskLimits>();
  private ping: number | undefined;

  get isStarted(): boolean {
    return this.phase !== 'starting';
  }

  get isReady(): boolean {
    return this.phase === 'ready';
  }

  loadSent(): void {
    this.phase = 'loading';
  }

  taskSent(id: number, kind: GuestTaskKind): void {
    this.tasks.set(id, { ...TASK_LIMITS[kind] });
  }

  pingSent(id: number): void {
    this.ping = id;
  }

  /** Admits a message by its invitation. @throws ProtocolError when it was not invited, or is too long */
  admit({ kind, id, length }: PacketHeader): FromGuestKind {
    const name = KINDS.get(kind);
    const allowed = name && this.allowedBytes(name, id);
    if (!name || allowed === undefined) throw new ProtocolError(`it sent an uninvited message (${name ?? kind})`);
    if (length > allowed) throw new ProtocolError(`its ${name} has ${length} bytes, of ${allowed} that it may have`);
    this.accept(name, id);
    return name;
  }

  private allowedBytes(name: FromGuestKind, id: number): number | undefined {
    const task = this.tasks.get(id);
    switch (name) {
      case 'started':
        return this.phase === 'starting' ? 0 : undefined;
      case 'loaded':
        return this.phase === 'loading' ? 0 : undefined;
      case 'loadFailed':
        return this.phase === 'loading' ? LARGEST_MESSAGE_BYTES.failure : undefined;
      case 'pong':
        return this.ping !== undefined && this.ping === id ? 0 : undefined;
      case 'result':
        return task?.resultBytes;
      case 'failed':
        return task && LARGEST_MESSAGE_BYTES.failure;
      case 'fetch':
        return task && task.calls > 0 ? LARGEST_MESSAGE_BYTES.fetch : undefined;
    }
  }

  private accept(name: FromGuestKind, id: number): void {
    if (name === 'started') this.phase = 'started';
    if (name === 'loaded') this.phase = 'ready';
    if (name === 'pong') this.ping = undefined;
    if (name === 'result' || name === 'failed') this.tasks.delete(id);
    const task = name === 'fetch' && this.tasks.get(id);
    if (task) task.calls -= 1;
  }
}
