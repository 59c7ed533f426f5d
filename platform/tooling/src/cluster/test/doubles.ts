import { spawnSync } from 'node:child_process';
import { mkdir, open, rm } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { mustBeOtlpTraces } from '@wholepage/telemetry/testing/otlp-schema';
import type { PlannedNode } from '../start-cluster';

/** Listens on this machine, and hands on the body of each request. */
async function listen(take: (body: string, response: ServerResponse) => void) {
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const part of request.setEncoding('utf8')) body += part;
    take(body, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}

/** Stands in for the purge call of a cache in front. */
export interface PurgeReceiver {
  url: string;
  /** What was to be forgotten, and when, by `performance.now()`. */
  purges: { tag: string; at: number }[];
  close(): Promise<void>;
}

export async function receivePurges(): Promise<PurgeReceiver> {
  const purges: PurgeReceiver['purges'] = [];
  const { origin, close } = await listen((body, response) => {
    const at = performance.now();
    for (const tag of (JSON.parse(body) as { tags: string[] }).tags) purges.push({ tag, at });
    response.end('{"success":true}');
  });
  return { url: `${origin}/purge`, purges, close };
}

/** Whose disks are small enough to be filled. The composer's holds a copy of the live releases. */
const MEGABYTES: Readonly<Record<string, number>> = { 'composer-3': 256, 'api-2': 32 };
const BLOCK = Buffer.alloc(1024 * 1024, 1);

export interface SmallDisks {
  /** False where nobody but root may mount any. */
  available: boolean;
  fill(): Promise<void>;
  free(): Promise<void>;
}

const mount = (folder: string, megabytes: number): boolean =>
  spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder], { stdio: 'ignore' }).status === 0;

const fillDisk = async (file: string): Promise<void> => {
  const handle = await open(file, 'w');
  try {
    for (;;) await handle.write(BLOCK);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
  } finally {
    await handle.close();
  }
};

/** Gives one composer and one API a disk of their own in memory. To be called before they start. */
export async function makeSmallDisks(nodes: readonly PlannedNode[]): Promise<SmallDisks> {
  const mounted: string[] = [];
  for (const { name, dataDir } of nodes) {
    const megabytes = MEGABYTES[name];
    if (megabytes === undefined) continue;
    await mkdir(dataDir, { recursive: true });
    if (mount(dataDir, megabytes)) mounted.push(dataDir);
  }
  const fillers = mounted.map((folder) => join(folder, 'fills-the-disk'));
  return {
    available: mounted.length === Object.keys(MEGABYTES).length,
    fill: async () => void (await Promise.all(fillers.map(fillDisk))),
    free: async () => void (await Promise.all(fillers.map((file) => rm(file, { force: true })))),
  };
}

/** Takes them away, those of a run that was killed, too. @param folder of the cluster */
export function removeSmallDisks(folder: string): void {
  for (const name of Object.keys(MEGABYTES)) spawnSync('umount', ['-l', join(folder, name)], { stdio: 'ignore' });
}

/** Stands in for an OpenTelemetry collector: takes OTLP alone, and keeps what belongs to the traces that are watched. */
export interface TraceCollector {
  endpoint: string;
  /** From now on, the services that tell of a step of this trace. */
  watch(traceId: string): Set<string>;
  /** Why it refused what was not OTLP. */
  refusals: readonly string[];
  close(): Promise<void>;
}

const SERVICE = /"service\.name","value":\{"stringValue":"([^"]+)"/;

export async function collectTraces(): Promise<TraceCollector> {
  const watched = new Map<string, Set<string>>();
  const refusals: string[] = [];
  const { origin, close } = await listen((body, response) => {
    try {
      mustBeOtlpTraces(body);
    } catch (error) {
      refusals.push(String(error));
      response.writeHead(400).end();
      return;
    }
    const service = SERVICE.exec(body)?.[1] ?? 'nameless';
    for (const [id, services] of watched) if (body.includes(id)) services.add(service);
    response.end('{}');
  });
  return {
    endpoint: origin,
    refusals,
    watch(traceId) {
      const services = new Set<string>();
      watched.set(traceId, services);
      return services;
    },
    close,
  };
}
