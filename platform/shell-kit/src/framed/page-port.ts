import { FRAMED_LIMITS, type FrameMessage, type FrameRequest, type PageMessage } from '@wholepage/contracts/framed';

/** Messages that wait for the page to listen. */
const MOST_WAITING = 100;
/** The word by which a frame asks for its port. */
export const FRAME_READY = 'framed:ready';

/** The page answered that it does not do this. */
export class FrameRefusedError extends Error {
  override name = 'FrameRefusedError';
}

interface Pending {
  resolve(value: unknown): void;
  reject(error: Error): void;
}

/** The frame's end of the line to its page. What is said before the page listens waits. */
export class PagePort {
  private port: MessagePort | undefined;
  private waiting: FrameMessage[] = [];
  private readonly pending = new Map<number, Pending>();
  private readonly listeners = new Map<string, Set<(detail: unknown) => void>>();
  private lastId = 0;

  constructor(page: Window) {
    window.addEventListener('message', (event) => {
      const [port] = event.ports;
      if (this.port || event.source !== page || !port) return;
      this.port = port;
      port.onmessage = ({ data }: MessageEvent<PageMessage>) => this.hear(data);
      for (const message of this.waiting.splice(0)) this.say(message);
    });
    page.postMessage(FRAME_READY, '*');
  }

  say(message: FrameMessage): void {
    if (this.port) this.port.postMessage(message);
    else if (this.waiting.length < MOST_WAITING) this.waiting.push(message);
  }

  /** @throws FrameRefusedError when the page does not do it */
  ask(request: FrameRequest): Promise<unknown> {
    if (this.pending.size >= FRAMED_LIMITS.requestsAtOnce) {
      return Promise.reject(new FrameRefusedError(`more than ${FRAMED_LIMITS.requestsAtOnce} requests at once`));
    }
    this.lastId += 1;
    const id = this.lastId;
    const answer = new Promise((resolve, reject) => this.pending.set(id, { resolve, reject }));
    this.say({ id, ...request });
    return answer.finally(() => this.pending.delete(id));
  }

  /** @returns what ends the subscription */
  subscribe(name: string, listener: (detail: unknown) => void): () => void {
    const known = this.listeners.get(name);
    const listeners = known ?? new Set();
    listeners.add(listener);
    this.listeners.set(name, listeners);
    if (!known) this.say({ kind: 'subscribe', name });
    return () => listeners.delete(listener);
  }

  private hear(message: PageMessage): void {
    if (message.kind === 'event') {
      for (const listener of this.listeners.get(message.name) ?? []) listener(message.detail);
      return;
    }
    const pending = this.pending.get(message.id);
    if (message.kind === 'answer') pending?.resolve(message.value);
    else pending?.reject(new FrameRefusedError(message.reason));
  }
}
