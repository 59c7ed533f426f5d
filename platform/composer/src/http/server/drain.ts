import { createServer, type Server, type ServerOptions, type ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';

/** What one connection may take of a server, in ms and bytes. */
const LIMITS = {
  /** Longer than the API takes to give up a slow upload: the visitor gets its answer. */
  requestTimeout: 130_000,
  headersTimeout: 10_000,
  keepAliveTimeout: 65_000,
  maxHeaderSize: 16_384,
} as const satisfies ServerOptions;

/** Nothing that is answered here is longer without a byte in either direction; who reads no more of an answer is gone. */
const SILENCE_MS = 60_000;

/** A server, not listening yet, on which nobody holds a connection for nothing. */
export function limitedServer(silenceMs = SILENCE_MS): Server {
  const server = createServer(LIMITS);
  server.timeout = silenceMs;
  return server;
}

export interface DrainOptions {
  /** How long to serve on after the word to stop, so that whoever sends visitors has noticed. */
  drainMs: number;
  /** After which what is still in flight is cut off. */
  graceMs: number;
}

/** Lets a server stop without anybody noticing: what is in flight is answered, and no connection is kept after it. */
export class Drain {
  private readonly inFlight = new Set<ServerResponse>();
  private stopping = false;
  private closing = false;

  constructor(private readonly server: Server) {}

  get isStopping(): boolean {
    return this.stopping;
  }

  /** Call it with every response before anything is written to it. */
  track(response: ServerResponse): void {
    if (this.stopping) response.setHeader('connection', 'close');
    this.inFlight.add(response);
    response.on('close', () => {
      this.inFlight.delete(response);
      // One whose headers had left before the word came keeps its connection.
      if (this.closing) setImmediate(() => this.server.closeIdleConnections());
    });
  }

  /** Resolves when the last connection is closed. */
  async stop({ drainMs, graceMs }: DrainOptions): Promise<void> {
    this.stopping = true;
    for (const response of this.inFlight) if (!response.headersSent) response.setHeader('connection', 'close');
    if (drainMs > 0) await wait(drainMs);
    this.closing = true;
    const forced = setTimeout(() => this.server.closeAllConnections(), graceMs);
    await new Promise((resolve) => {
      this.server.close(resolve);
      this.server.closeIdleConnections();
    });
    clearTimeout(forced);
  }
}
