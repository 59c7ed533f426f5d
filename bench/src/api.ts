import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildServers } from '@wholepage/tooling/build-all';
import { serviceArguments } from '@wholepage/tooling/services';
import { freePort, startService, stopServices, waitUntilHealthy } from '@wholepage/tooling/spawn';
import { type Inserted, openBareInserts } from '../../api/bench/bare-inserts';
import { type Line, median } from './line';
import { type WrkResult, wrk } from './wrk';

/*
 * The API under load: enquiries that are saved and acknowledged, beside bare inserts of the same rows, and large uploads.
 */

const GOALS = { perSecond: 1000, p99: 100, memoryMb: 200 };
const SECONDS = 8;
const ROUNDS = 3;
const CONNECTIONS = 32;
const OFFERED = 500;
/** Pauses of 200 ms on so many connections make 500 a second. */
const PAUSED_CONNECTIONS = 100;
const PAUSE_MS = (PAUSED_CONNECTIONS / OFFERED) * 1000;

type Round = Record<'offered' | 'flatOut', WrkResult> & Record<'bareOffered' | 'bareFlatOut', Inserted>;

/** Enquiries saved and acknowledged, in turns with bare single inserts of the same rows. */
export async function measureEnquiries(): Promise<Line[]> {
  const server = await startMeasuredApi();
  const bare = await openBareInserts(server.dataDir);
  const load = (connections: number, seconds: number, args: string[] = []): Promise<WrkResult> =>
    wrk({
      url: `${server.url}/save_modal_form.php`,
      connections,
      seconds,
      script: join(import.meta.dirname, 'enquiries.lua'),
      args,
    });
  try {
    // Not measured: the first seconds of a process compile its code.
    await load(CONNECTIONS, 3);
    const rounds: Round[] = [];
    for (let turn = 0; turn < ROUNDS; turn += 1)
      rounds.push({
        bareOffered: await bare.offered(OFFERED, SECONDS),
        offered: await load(PAUSED_CONNECTIONS, SECONDS, [String(PAUSE_MS)]),
        bareFlatOut: await bare.flatOut(SECONDS),
        flatOut: await load(CONNECTIONS, SECONDS),
      });
    const of = (value: (round: Round) => number): number => median(rounds.map(value));
    const rate = of(({ flatOut }) => flatOut.rate);
    const p99 = of(({ offered }) => offered.p99);
    const failed = rounds.reduce((sum, { flatOut, offered }) => sum + flatOut.failed + offered.failed, 0);
    return [
      {
        what: `enquiries acknowledged, ${CONNECTIONS} connections`,
        value: `${Math.round(rate)} a second, ${failed} failed`,
        goal: `≥ ${GOALS.perSecond}`,
        holds: rate >= GOALS.perSecond && failed === 0,
      },
      {
        what: 'bare single inserts',
        value: `${Math.round(of(({ bareFlatOut }) => bareFlatOut.rate))} a second`,
        goal: 'anchor',
      },
      {
        what: `p99 at ${OFFERED} a second`,
        value: `${p99.toFixed(1)} ms`,
        goal: `< ${GOALS.p99} ms`,
        holds: p99 < GOALS.p99,
      },
      {
        what: 'p99 of bare single inserts at it',
        value: `${of(({ bareOffered }) => bareOffered.p99).toFixed(1)} ms`,
        goal: 'anchor',
      },
      memoryLine('enquiries', server),
    ];
  } finally {
    await bare.close();
    await server.stop();
  }
}

const UPLOADS = 200;
const BYTES = 10 * 1024 * 1024;

/** Memory of the API under parallel uploads of 10 MB. */
export async function measureUploads(): Promise<Line[]> {
  const pdf = new Uint8Array(BYTES).fill(32);
  pdf.set(new TextEncoder().encode('%PDF-1.7\n'));
  pdf.set(new TextEncoder().encode('%%EOF'), BYTES - 5);
  const file = new Blob([pdf], { type: 'application/pdf' });
  const server = await startMeasuredApi();
  const upload = async (_: unknown, number: number): Promise<number> => {
    const body = new FormData();
    for (const [name, value] of Object.entries({ name: 'Asha', number: '98400', email: `${randomUUID()}@x.example` }))
      body.append(name, value);
    body.append('inspirations[]', file, 'idea.pdf');
    const headers = {
      accept: 'application/json',
      'idempotency-key': randomUUID(),
      // Of visitors with addresses of their own: one address has few places.
      'x-forwarded-for': `10.0.0.${number + 1}`,
    };
    return (await fetch(`${server.url}/save_inspiration.php`, { method: 'POST', body, headers })).status;
  };
  try {
    const statuses = await Promise.all(Array.from({ length: UPLOADS }, upload));
    const refused = statuses.filter((status) => status !== 200).length;
    return [
      { what: 'uploads not acknowledged', value: String(refused), goal: '0', holds: refused === 0 },
      memoryLine(`${UPLOADS} uploads of 10 MB`, server),
    ];
  } finally {
    await server.stop();
  }
}

const memoryLine = (what: string, server: MeasuredApi): Line => {
  const peak = server.peakMemory();
  return {
    what: `largest memory of the API under ${what}`,
    value: `${Math.round(peak)} MB`,
    goal: `≤ ${GOALS.memoryMb} MB`,
    holds: peak <= GOALS.memoryMb,
  };
};

const START_TIMEOUT_MS = 60_000;

/** The API as it ships, on a data folder of its own, with its memory watched. */
interface MeasuredApi {
  url: string;
  dataDir: string;
  /** Largest resident memory of the API so far, without PostgreSQL, in MB. Linux keeps it, so nothing is missed. */
  peakMemory(): number;
  stop(): Promise<void>;
}

const peakOf = (pid: number | undefined): number =>
  Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;

/** Builds the API and starts it. */
async function startMeasuredApi(): Promise<MeasuredApi> {
  await buildServers();
  const base = await mkdtemp(join(tmpdir(), 'api-bench-'));
  // The database runs as a user of its own when we are root.
  await chmod(base, 0o755);
  const dataDir = join(base, 'var');
  const port = String(await freePort());
  const service = startService('api', {
    args: await serviceArguments('api'),
    env: {
      ...process.env,
      NODE_ENV: 'test',
      API_PORT: port,
      API_PRIVATE_PORT: '0',
      HOST: '127.0.0.1',
      DATA_DIR: dataDir,
      RATE_LIMIT_PER_MINUTE: '1000000',
    },
    // A line for each request is part of the API's work, and of no interest here.
    onLine: () => {},
  });
  const url = `http://127.0.0.1:${port}`;
  await waitUntilHealthy(service, `${url}/readyz`, START_TIMEOUT_MS);
  return {
    url,
    dataDir,
    peakMemory: () => peakOf(service.child.pid),
    stop: async () => {
      await stopServices([service]);
      await rm(base, { recursive: true, force: true });
    },
  };
}
