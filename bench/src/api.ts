import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { packageDir } from '@wholepage/tooling/paths';
import { memoryOf, startApi } from './servers';
import { inTurns, median, promised, type Value } from './values';
import { wrk } from './wrk';

/* The API under load: enquiries that are saved and acknowledged, and large uploads. Its memory excludes PostgreSQL's. */

const SECONDS = 8;
const ROUNDS = 3;
const MEMORY_MB = 200;
const UPLOADS_MEMORY_MB = 250;
/** Load of 500 requests per second: 100 connections with pauses of 200 ms. */
const PAUSED = { connections: 100, pauseMs: 200 };

export async function measureEnquiries(): Promise<Value[]> {
  const { origin, pid } = await startApi();
  const script = join(packageDir('bench'), 'src', 'enquiries.lua');
  const load = (connections: number, ...args: string[]) =>
    wrk(`${origin}/save_modal_form.php`, { connections, seconds: SECONDS, script, args });
  const { offered, flatOut } = await inTurns(ROUNDS, {
    offered: () => load(PAUSED.connections, String(PAUSED.pauseMs)),
    flatOut: () => load(32),
  });
  const rate = median(flatOut.map((each) => each.rate));
  const p99 = median(offered.map((each) => each.p99));
  const failed = [...offered, ...flatOut].reduce((sum, each) => sum + each.failed, 0);
  return [
    promised('enquiries acknowledged, 32 connections', rate, 'per second', '≥', 1000),
    promised('enquiries not acknowledged', failed, '', '≤', 0),
    promised('p99 at 500 per second', p99, 'ms', '<', 100),
    promised('largest memory of the API under enquiries', memoryOf(pid, 'VmHWM'), 'MB', '≤', MEMORY_MB),
  ];
}

const UPLOADS = 200;
const BYTES = 10 * 1024 * 1024;

export async function measureUploads(): Promise<Value[]> {
  const pdf = new Uint8Array(BYTES).fill(32);
  pdf.set(new TextEncoder().encode('%PDF-1.7\n'));
  pdf.set(new TextEncoder().encode('%%EOF'), BYTES - 5);
  const file = new Blob([pdf], { type: 'application/pdf' });
  const { origin, pid } = await startApi();
  const upload = async (_: unknown, number: number): Promise<number> => {
    const body = new FormData();
    for (const [name, value] of Object.entries({ name: 'Asha', number: '98400', email: `${randomUUID()}@x.example` }))
      body.append(name, value);
    body.append('inspirations[]', file, 'idea.pdf');
    const headers = {
      accept: 'application/json',
      'idempotency-key': randomUUID(),
      // Each upload comes from its own address, because one address may make only few uploads at once.
      'x-forwarded-for': `10.0.0.${number + 1}`,
    };
    return (await fetch(`${origin}/save_inspiration.php`, { method: 'POST', body, headers })).status;
  };
  const statuses = await Promise.all(Array.from({ length: UPLOADS }, upload));
  const memory = memoryOf(pid, 'VmHWM');
  return [
    promised('uploads not acknowledged', statuses.filter((status) => status !== 200).length, '', '≤', 0),
    promised('largest memory of the API under 200 uploads of 10 MB', memory, 'MB', '≤', UPLOADS_MEMORY_MB),
  ];
}
