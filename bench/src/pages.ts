import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';
import { budgetRows } from '@wholepage/tooling/budgets';
import { freePort, startService, stopServices, waitUntilHealthy } from '@wholepage/tooling/spawn';
import { kilobytes, type Line, median } from './line';
import { npmProgram } from './npm-program';
import { startComposer } from './servers';
import { wrk } from './wrk';

/** What a visitor fetches before touching anything, from what the releases say of themselves. */
export async function measurePages(): Promise<Line[]> {
  return (await budgetRows())
    .filter(({ what }) => what !== 'styles')
    .map(({ page, what, bytes, budget }) => ({
      what: `${what} on ${page}, brotli`,
      value: kilobytes(bytes),
      goal: `≤ ${kilobytes(budget)}`,
      holds: bytes <= budget,
    }));
}

const START_MS = 30_000;
const LOAD = { connections: 32, seconds: 4, headers: { 'Accept-Encoding': 'br' } };
const ROUNDS = 3;

const compressed = promisify(brotliCompress);
const cli = (folder: string): string => join(folder, 'node_modules', 'next', 'dist', 'bin', 'next');
const production = { ...process.env, NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' };

async function build(folder: string): Promise<void> {
  const child = spawn(process.execPath, [cli(folder), 'build'], { cwd: folder, env: production, stdio: 'ignore' });
  const code = await new Promise((resolve) => child.once('close', resolve));
  if (code !== 0) throw new Error(`The empty page of Next.js could not be built: next ended with ${code}.`);
}

/** Bytes of brotli of the scripts that a browser of today runs on a page. */
async function scriptBytes(origin: string): Promise<number> {
  const html = await (await fetch(origin)).text();
  const tags = [...html.matchAll(/<script[^>]*\ssrc="(\/_next\/[^"]+\.js)"[^>]*>/g)];
  const sources = new Set(tags.filter(([tag]) => !/nomodule/i.test(tag)).map(([, source]) => source));
  const sizes = [...sources].map(async (source) => {
    const file = Buffer.from(await (await fetch(origin + source)).arrayBuffer());
    return (await compressed(file)).length;
  });
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}

/** What somebody would choose instead: an empty page of Next.js, beside the home page of this site. */
export async function measureNext(): Promise<Line[]> {
  const folder = await npmProgram('next');
  await build(folder);
  const port = await freePort();
  const next = startService('next', {
    args: [cli(folder), 'start', '-p', String(port)],
    cwd: folder,
    env: production,
    onLine: () => {},
  });
  const origin = `http://127.0.0.1:${port}`;
  await waitUntilHealthy(next, origin, START_MS);
  const composer = await startComposer(await freePort());
  try {
    const bytes = await scriptBytes(origin);
    const ours = (await budgetRows()).find(({ page, what }) => page === '/' && what === 'scripts')?.bytes ?? 0;
    const rounds = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const url = `${composer.origin}/contact`;
      rounds.push({ ours: (await wrk({ url, ...LOAD })).rate, next: (await wrk({ url: origin, ...LOAD })).rate });
    }
    const rate = median(rounds.map((each) => each.next));
    const ratio = median(rounds.map((each) => each.ours / each.next));
    return [
      { what: 'scripts of an empty page of Next.js, brotli', value: kilobytes(bytes), goal: 'anchor' },
      {
        what: 'scripts on / ÷ an empty page of Next.js',
        value: (ours / bytes).toFixed(2),
        goal: '≤ 1',
        holds: ours <= bytes,
      },
      { what: 'an empty page of Next.js from cache', value: `${Math.round(rate)} requests/s`, goal: 'anchor' },
      { what: 'composed page ÷ an empty page of Next.js, requests/s', value: ratio.toFixed(1), goal: '' },
    ];
  } finally {
    await Promise.all([composer.stop(), stopServices([next])]);
  }
}
