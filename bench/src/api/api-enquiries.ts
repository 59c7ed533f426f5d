import { join } from 'node:path';
import { type BareInserts, type Inserted, openBareInserts } from '../../../api/bench/bare-inserts';
import { type WrkResult, wrk } from '../measure/wrk';
import { startMeasuredApi } from './api-server';

/** Enquiries saved and acknowledged, in turns with bare single inserts of the same rows: `npm run bench -- soak enquiries`. */
const SECONDS = 8;
const ROUNDS = 3;
const OFFERED = 500;
/** Pauses of 200 ms on so many connections make 500 a second. */
const PAUSED_CONNECTIONS = 100;
const PAUSE_MS = (PAUSED_CONNECTIONS / OFFERED) * 1000;
const CONNECTIONS = 32;
const GOALS = { perSecond: 1000, p99: 100, memoryMb: 200 };

interface Round {
  flatOut: WrkResult;
  offered: WrkResult;
  bareFlatOut: Inserted;
  bareOffered: Inserted;
}

const median = (values: number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
const ms = (value: number): string => `${value.toFixed(1)} ms`;

async function round(url: string, bare: BareInserts): Promise<Round> {
  const load = (connections: number, args: string[] = []) =>
    wrk({
      url: `${url}/save_modal_form.php`,
      connections,
      seconds: SECONDS,
      script: join(import.meta.dirname, 'enquiries.lua'),
      args,
    });
  return {
    bareOffered: await bare.offered(OFFERED, SECONDS),
    offered: await load(PAUSED_CONNECTIONS, [String(PAUSE_MS)]),
    bareFlatOut: await bare.flatOut(SECONDS),
    flatOut: await load(CONNECTIONS),
  };
}

const server = await startMeasuredApi();
const bare = await openBareInserts(server.dataDir);
// Not measured: the first seconds of a process compile its code.
await wrk({
  url: `${server.url}/save_modal_form.php`,
  connections: CONNECTIONS,
  seconds: 3,
  script: join(import.meta.dirname, 'enquiries.lua'),
});
const rounds: Round[] = [];
for (let turn = 0; turn < ROUNDS; turn += 1) rounds.push(await round(server.url, bare));
await bare.close();
const memory = server.peakMemory();
await server.stop();

const of = (value: (measured: Round) => number): number => median(rounds.map(value));
const rate = of(({ flatOut }) => flatOut.rate);
const bareRate = of(({ bareFlatOut }) => bareFlatOut.rate);
const p99 = of(({ offered }) => offered.p99);
const bareP99 = of(({ bareOffered }) => bareOffered.p99);
const failed = rounds.reduce((sum, { flatOut, offered }) => sum + flatOut.failed + offered.failed, 0);
console.table({
  [`acknowledged per second, ${CONNECTIONS} connections (≥ ${GOALS.perSecond})`]: Math.round(rate),
  'bare single inserts per second': Math.round(bareRate),
  'of the bare rate': (rate / bareRate).toFixed(2),
  'p99 at that load': ms(of(({ flatOut }) => flatOut.p99)),
  'offered per second': Math.round(of(({ offered }) => offered.rate)),
  [`p99 at that offer (< ${GOALS.p99} ms)`]: ms(p99),
  'p99 of bare single inserts at 500/s': ms(bareP99),
  'times the bare p99': (p99 / bareP99).toFixed(1),
  'not acknowledged': failed,
  [`API memory, peak (≤ ${GOALS.memoryMb} MB)`]: `${Math.round(memory)} MB`,
});
if (failed > 0 || rate < GOALS.perSecond || p99 >= GOALS.p99 || memory > GOALS.memoryMb) process.exitCode = 1;
