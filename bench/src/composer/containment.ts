import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { setPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '@wholepage/tooling/free-port';
import { fixtureStore } from '../../../platform/composer/src/testing/fixture-store';
import { HOSTILE, hostileEntry } from '../../../platform/composer/src/testing/hostile-entries';
import type { Measured } from '../measure/measured';
import { wrk } from '../measure/wrk';
import { startComposer } from './composer-process';

/** What a hostile remote costs the others: `tsx bench/src/composer/containment.ts [renders]`, after the servers were built. */
const RENDERS = Number(process.argv[2] ?? 1_000);
/** Longer than three loops, after which the circuit is open for a while. */
const SECONDS = 8;
const ROUNDS = 5;
const VISITOR_MS = 100;
const DEATHS = 10;
/** Of Linux: what has it computes when nobody else wants to. */
const LEAST_PRIORITY = 19;
const MB = 1024 * 1024;

const withRemote = async <T>(body: string, measure: (composer: Measured) => Promise<T>): Promise<T> => {
  const data = await mkdtemp(join(tmpdir(), 'bench-containment-'));
  // The keys that sign the releases are made in the folder in which the composer looks for them.
  process.env.DATA_DIR = data;
  const store = await fixtureStore(hostileEntry(body));
  const composer = await startComposer(await freePort(), { RELEASES_URL: store, NODE_ENV: 'test' });
  try {
    return await measure(composer);
  } finally {
    await composer.stop();
    await Promise.all([store, data].map((folder) => rm(folder, { recursive: true, force: true })));
  }
};

const get = async (address: string): Promise<number> => {
  const response = await fetch(address);
  await response.arrayBuffer();
  return response.status;
};
const median = (values: number[]): number => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/** A visitor that asks for one page after the other, whatever becomes of it. */
const visitor = (origin: string, name: string): { stop(): Promise<void> } => {
  let going = true;
  const done = (async () => {
    for (let turn = 0; going; turn += 1) await Promise.all([get(`${origin}/blog/${name}-${turn}`), delay(VISITOR_MS)]);
  })();
  return {
    stop: () => {
      going = false;
      return done;
    },
  };
};

/**
 * A program of the lowest priority that computes all the time, and is none of the composer's. On two processors it
 * takes a third of a rate, whatever its priority, so that a guest that loops is compared with it.
 */
async function beside<T>(measure: () => Promise<T>): Promise<T> {
  const program = spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore', detached: true });
  try {
    setPriority(program.pid ?? 0, LEAST_PRIORITY);
    // Linux may share by sessions; elsewhere there is no such file.
    await writeFile(`/proc/${program.pid}/autogroup`, String(LEAST_PRIORITY)).catch(() => {});
    return await measure();
  } finally {
    program.kill('SIGKILL');
  }
}

/**
 * Pages from memory per second while a visitor asks for pages that loop. It is held against pages that are sound, and against
 * those beside a program of the lowest priority. In turns, because the machine has other things to do, too. Medians.
 */
const throughputRatios = () =>
  withRemote(HOSTILE.loops, async ({ origin }) => {
    let made = 0;
    const loadWhile = async (name: string): Promise<number> => {
      made += 1;
      const asking = visitor(origin, `${name}-${made}`);
      const { rate } = await wrk({ url: origin, connections: 16, seconds: SECONDS });
      await asking.stop();
      return rate;
    };
    await loadWhile('sound');
    const [toNone, toBeside]: [number[], number[]] = [[], []];
    for (let round = 0; round < ROUNDS; round += 1) {
      const sound = await loadWhile('sound');
      const looped = await beside(() => loadWhile('sound'));
      const bad = await loadWhile('bad');
      toNone.push(bad / sound);
      toBeside.push(bad / looped);
    }
    return { toNone: median(toNone), toBeside: median(toBeside) };
  });

/**
 * Memory of the composer before and after so many renders that end their process or fail. Before: when it has made as
 * many sound pages, which fill its memory of pages as those that failed do.
 */
const memoryRatio = () =>
  withRemote(`if (url.includes('exit')) process.exit(1); throw new Error('on purpose');`, async (composer) => {
    const { origin, memory } = composer;
    for (let turn = 0; turn < RENDERS; turn += 1) await get(`${origin}/blog/warm-${turn}`);
    const before = memory();
    for (let turn = 0; turn < RENDERS; turn += 1) {
      await get(`${origin}/blog/bad-${turn % 2 ? 'exit' : 'throw'}-${turn}`);
      // A sound page in between keeps the circuit closed: each of them is rendered.
      if (turn % 2) await get(`${origin}/blog/sound-${turn}`);
    }
    return { before: before / MB, after: memory() / MB };
  });

/** Milliseconds from the answer to a page whose process died to the next page of the same release. */
const recovery = () =>
  withRemote(HOSTILE.exits, async ({ origin }) => {
    const times: number[] = [];
    for (let turn = 0; turn < DEATHS; turn += 1) {
      await get(`${origin}/blog/bad-${turn}`);
      const began = performance.now();
      if ((await get(`${origin}/blog/sound-${turn}`)) === 200) times.push(performance.now() - began);
    }
    return { median: median(times), longest: Math.max(...times), whole: times.length };
  });

const ratios = await throughputRatios();
const next = await recovery();
const memory = await memoryRatio();
console.table({
  'sound pages while one remote loops ÷ beside a program of the lowest priority (≥ 0.9)': ratios.toBeside.toFixed(2),
  'sound pages while one remote loops ÷ alone': ratios.toNone.toFixed(2),
  'from a death to the next page, ms (median, longest)': `${Math.round(next.median)}, ${Math.round(next.longest)}`,
  [`pages whole right after ${DEATHS} deaths`]: next.whole,
  [`composer after ${RENDERS} hostile renders, MB (÷ before ≤ 1.1)`]: `${Math.round(memory.after)} of ${Math.round(memory.before)} (${(memory.after / memory.before).toFixed(2)})`,
});
if (ratios.toBeside < 0.9 || memory.after / memory.before > 1.1 || next.whole < DEATHS) process.exitCode = 1;
