import { type FrameHeader, ProtocolError } from './frames';
import {
  FROM_GUEST,
  type FromGuestKind,
  type GuestTaskKind,
  LARGEST_MESSAGE_BYTES,
  TASK_LIMITS,
  type TaskLimits,
} from './protocol';

/** How far a guest is; only what the composer asked for moves it. */
type Phase = 'starting' | 'started' | 'loading' | 'ready';

const KINDS = new Map(Object.entries(FROM_GUEST).map(([name, kind]) => [kind as number, name as FromGuestKind]));

/**
 * What a guest may say, and when. Every message is invited by one of the composer's. There are one start, one end of
 * loading, one result for each task, and one pong for each ping. A task calls the API as often as it has calls.
 * Anything else breaks the protocol.
 */
export class Conversation {
  private phase: Phase = 'starting';
  /** What is left to each task that has not answered, given up or not. */
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

  /**
   * Takes the invitation that a message answers.
   * @returns the kind of the message
   * @throws ProtocolError when it was not invited, or is longer than it may be
   */
  admit({ kind, id, length }: FrameHeader): FromGuestKind {
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
