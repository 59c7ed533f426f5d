import { createServer, type Server, type ServerOptions } from 'node:http';

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
