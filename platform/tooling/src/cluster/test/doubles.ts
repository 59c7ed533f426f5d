import { spawnSync } from 'node:child_process';
import { mkdir, open, rm } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { mustBeOtlpTraces } from '@wholepage/telemetry/testing/otlp-schema';
import { listen } from '../../run/spawn';
import type { PlannedNode } from '../start-cluster';

/** Starts a server on this machine that passes the body of each request to `take`. */
async function receive(take: (body: string, response: ServerResponse) => void) {
  const server = createServer((request, response) => {
    // A server that is killed breaks off what it sends.
    text(request)
      .then((body) => take(body, response))
      .catch(() => response.destroy());
  });
  const { port, stop } = await listen(server);
  return { origin: `http://127.0.0.1:${port}`, close: stop };
}

/** Stands in for the purge API of a cache in front of the site. */
export interface PurgeReceiver {
  url: string;
  /** Purged tags with their times by `performance.now()`. */
  purges: { tag: string; at: number }[];
  close(): Promise<void>;
}

export async function receivePurges(): Promise<PurgeReceiver> {
  const purges: PurgeReceiver['purges'] = [];
  const { origin, close } = await receive((body, response) => {
    const at = performance.now();
    for (const tag of (JSON.parse(body) as { tags: string[] }).tags) purges.push({ tag, at });
    response.end('{"success":true}');
  });
  return { url: `${origin}/purge`, purges, close };
}

/** Disk sizes in MB of the servers whose disks are filled. The composer's disk holds a copy of the live releases. */
const MEGABYTES: Readonly<Record<string, number>> = { 'composer-3': 256, 'api-2': 32 };
const BLOCK = Buffer.alloc(1024 * 1024, 1);

export interface SmallDisks {
  /** False when the disks could not be mounted, which usually needs root. */
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

/** Mounts small disks in memory for one composer and one API. Call it before they start. */
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

/** Unmounts the small disks, including those of a killed run. @param folder of the cluster */
export function removeSmallDisks(folder: string): void {
  for (const name of Object.keys(MEGABYTES)) spawnSync('umount', ['-l', join(folder, name)], { stdio: 'ignore' });
}

/** Stands in for an OpenTelemetry collector. It accepts only OTLP, and records the services of watched traces. */
export interface TraceCollector {
  endpoint: string;
  /** Starts to watch a trace. @returns the set of services that send its spans, which grows */
  watch(traceId: string): Set<string>;
  /** Reasons for refused bodies that were not OTLP. */
  refusals: readonly string[];
  close(): Promise<void>;
}

const SERVICE = /"service\.name","value":\{"stringValue":"([^"]+)"/;

export async function collectTraces(): Promise<TraceCollector> {
  const watched = new Map<string, Set<string>>();
  const refusals: string[] = [];
  const { origin, close } = await receive((body, response) => {
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
