import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';

/** Simulated fault of the service. */
export type Fault =
  | 'none'
  | 'is gone'
  | 'refuses'
  | 'cuts off'
  | 'stops half way'
  | 'answers garbage'
  | 'never answers'
  | 'answers slowly'
  | 'takes half of a write'
  /** The response to one write is lost. */
  | 'loses an answer';

const SLOW_MS = 300;

export interface S3Server {
  endpoint: string;
  fault: Fault;
  stop(): Promise<void>;
}

interface Upstream {
  status: number;
  headers: IncomingMessage['headers'];
  body: Buffer;
}

const ask = (port: number, incoming: IncomingMessage, body: Buffer, method = incoming.method): Promise<Upstream> =>
  new Promise((resolve, reject) => {
    const { url, headers } = incoming;
    const length = method === 'HEAD' ? 0 : body.length;
    const options = { port, host: '127.0.0.1', method, path: url, headers: { ...headers, 'content-length': length } };
    const asked = request(options, async (response) => {
      resolve({ status: response.statusCode ?? 0, headers: response.headers, body: await buffer(response) });
    });
    asked.on('error', reject).end(method === 'HEAD' ? undefined : body);
  });

/** Whether a conditional write's conditions hold: S3 supports them, the emulator does not. */
async function holds(port: number, incoming: IncomingMessage): Promise<boolean> {
  const { 'if-match': ifMatch, 'if-none-match': ifNoneMatch } = incoming.headers;
  if (!ifMatch && !ifNoneMatch) return true;
  const { status, headers } = await ask(port, incoming, Buffer.alloc(0), 'HEAD');
  return ifNoneMatch ? status === 404 : headers.etag === ifMatch;
}

const PRECONDITION_FAILED =
  '<?xml version="1.0"?><Error><Code>PreconditionFailed</Code><Message>A condition did not hold</Message></Error>';

/** File name of the emulator beside this file in the packed package. */
export const PACKED_EMULATOR = 's3-emulator.mjs';

/** Returns the emulator's program file. Its package exports none, and nothing to `require`. */
export function emulatorFile(): string {
  const folders = createRequire(import.meta.url).resolve.paths('fauxqs') ?? [];
  const files = [
    join(import.meta.dirname, PACKED_EMULATOR),
    ...folders.map((at) => join(at, 'fauxqs', 'dist', 'cli.js')),
  ];
  const file = files.find((path) => existsSync(path));
  if (!file) throw new Error('The stand-in for S3 is not installed: add fauxqs.');
  return file;
}

const freePort = async (): Promise<number> => {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const { port } = probe.address() as AddressInfo;
  await new Promise((resolve) => probe.close(resolve));
  return port;
};

/** Starts an emulator of S3 with one bucket, behind a proxy that adds conditional writes and can simulate faults. */
export async function startS3(bucket: string): Promise<S3Server> {
  const port = await freePort();
  const cli = emulatorFile();
  const env = { ...process.env, FAUXQS_PORT: String(port), FAUXQS_LOGGER: 'false' };
  const emulator: ChildProcess = spawn(process.execPath, [cli], { env, stdio: 'ignore' });
  // Ctrl+C ends it, too.
  const ended = new Promise((resolve) => emulator.once('exit', resolve));
  let writing: Promise<unknown> = Promise.resolve();

  const answer = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    if (server.fault === 'is gone') return void outgoing.destroy();
    if (server.fault === 'takes half of a write' && incoming.method === 'PUT') {
      incoming.once('data', () => outgoing.destroy());
      return;
    }
    const body = await buffer(incoming);
    if (server.fault === 'answers slowly') await wait(SLOW_MS);
    if (server.fault === 'never answers') return;
    if (server.fault === 'refuses') return void outgoing.writeHead(503).end();
    if (server.fault === 'answers garbage') return void outgoing.writeHead(200).end('<html>a login page</html>');
    if (incoming.method === 'PUT' && !(await holds(port, incoming))) {
      return void outgoing.writeHead(412, { 'content-type': 'application/xml' }).end(PRECONDITION_FAILED);
    }
    const { 'if-match': _match, 'if-none-match': _none, ...headers } = incoming.headers;
    incoming.headers = headers;
    const reply = await ask(port, incoming, body);
    if (server.fault === 'loses an answer' && incoming.method === 'PUT') {
      server.fault = 'none';
      return void outgoing.destroy();
    }
    const { 'transfer-encoding': _chunked, ...kept } = reply.headers;
    if ((server.fault === 'cuts off' || server.fault === 'stops half way') && reply.body.length > 1) {
      outgoing.writeHead(reply.status, { ...kept, 'content-length': reply.body.length });
      outgoing.write(
        reply.body.subarray(0, reply.body.length / 2),
        () => server.fault === 'cuts off' && outgoing.destroy(),
      );
      return;
    }
    const length = incoming.method === 'HEAD' ? {} : { 'content-length': reply.body.length };
    outgoing.writeHead(reply.status, { ...kept, ...length }).end(reply.body);
  };
  const door = createServer((incoming, outgoing) => {
    const handle = () => answer(incoming, outgoing).catch(() => outgoing.destroy());
    if (incoming.method !== 'PUT') return void handle();
    // Writes are serialised, as a bucket orders the writes of one object.
    writing = writing.then(handle);
  });
  await new Promise<void>((resolve) => door.listen(0, '127.0.0.1', resolve));
  const endpoint = `http://127.0.0.1:${(door.address() as AddressInfo).port}`;
  const server: S3Server = {
    endpoint,
    fault: 'none',
    async stop() {
      door.closeAllConnections();
      await new Promise((resolve) => door.close(resolve));
      emulator.kill();
      await ended;
    },
  };
  for (let attempt = 0; attempt < 600; attempt += 1) {
    const made = await fetch(`${endpoint}/${bucket}`, { method: 'PUT' }).catch(() => undefined);
    if (made?.ok) return server;
    await wait(50);
  }
  await server.stop();
  throw new Error('The S3 emulator did not start.');
}
