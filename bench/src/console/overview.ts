import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promote } from '@wholepage/releases/promote';
import { environmentTrust } from '@wholepage/releases/settings';
import { freePort } from '@wholepage/tooling/free-port';
import { crowd, publishSmall, RELEASES } from '../composer/crowded-registry';
import { median } from '../measure/line';
import type { Value } from '../measure/run';
import { type OpenConsole, openConsole } from './open-console';

const APPS = 104;
const READS = 20;
const STEPS = 10;

interface Read {
  ms: number;
  bytes: number;
  text: string;
}

/** One answer, with its bytes as they travel. */
const read = ({ origin, cookie }: OpenConsole, path: string): Promise<Read> =>
  new Promise((resolve, reject) => {
    const began = performance.now();
    get(origin + path, { headers: { cookie, 'accept-encoding': 'br' } }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('end', () => {
        const body = Buffer.concat(parts);
        resolve({ ms: performance.now() - began, bytes: body.length, text: body.toString('utf8') });
      });
    }).on('error', reject);
  });

/** Bytes of the overview with its page, scripts and styles. */
async function weigh(console: OpenConsole): Promise<number> {
  const page = await read(console, '/');
  const files = [...page.text.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, file = '']) => file);
  const rest = await Promise.all([...files, '/api/overview', '/sign-in/me'].map((path) => read(console, path)));
  return [page, ...rest].reduce((sum, { bytes }) => sum + bytes, 0);
}

/** Milliseconds from a step to the event that an open console hears. */
async function untilHeard(
  { origin, cookie }: OpenConsole,
  step: (index: number) => Promise<unknown>,
): Promise<number[]> {
  const stop = new AbortController();
  const response = await fetch(`${origin}/api/events`, { headers: { cookie }, signal: stop.signal });
  const events = response.body?.getReader();
  if (!events) throw new Error('The console tells no events.');
  const times: number[] = [];
  await events.read();
  for (let index = 1; index <= STEPS; index += 1) {
    await step(index);
    const began = performance.now();
    for (let text = ''; !text.includes('registry'); )
      text += Buffer.from((await events.read()).value ?? []).toString('utf8');
    times.push(performance.now() - began);
  }
  stop.abort();
  return times;
}

/** What a console over many apps costs whoever looks at it. */
export async function measureOverview(): Promise<Value[]> {
  const data = await mkdtemp(join(tmpdir(), 'bench-console-'));
  // PostgreSQL runs as its own user under root.
  await chmod(data, 0o755);
  const env = { ...process.env, DATA_DIR: data, RELEASES_URL: '', CONSOLE_PORT: String(await freePort()) };
  const trust = environmentTrust(env);
  const place = join(data, 'releases');
  const [app = ''] = await crowd(place, trust, APPS);
  const opened = await openConsole(env);
  try {
    await read(opened, '/api/overview');
    const times: number[] = [];
    for (let index = 0; index < READS; index += 1) times.push((await read(opened, '/api/overview')).ms);
    const bytes = await weigh(opened);
    for (let index = 1; index <= STEPS; index += 1) await publishSmall(place, app, `2.${index}.0`, trust);
    const heard = await untilHeard(opened, (index) => promote(place, app, `2.${index}.0`, { trust }));
    const [slowest, latest] = [Math.max(...times), Math.max(...heard)];
    const of = `of ${APPS} apps with ${RELEASES} releases each`;
    return [
      { what: `overview ${of}, median`, value: median(times), unit: 'ms' },
      {
        what: `overview ${of}, slowest of ${READS}`,
        value: slowest,
        unit: 'ms',
        promise: '< 1000',
        holds: slowest < 1_000,
      },
      {
        what: 'its page, scripts, styles and data',
        value: bytes / 1_000,
        unit: 'kB',
        promise: '≤ 300',
        holds: bytes <= 300_000,
      },
      {
        what: `a step is seen in an open console, slowest of ${STEPS}`,
        value: latest,
        unit: 'ms',
        promise: '< 1000',
        holds: latest < 1_000,
      },
    ];
  } finally {
    await opened.stop();
    await rm(data, { recursive: true, force: true });
  }
}
