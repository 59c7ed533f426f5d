import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promote } from '@wholepage/releases/promote';
import { environmentTrust } from '@wholepage/releases/settings';
import { noWords, runCommand } from '@wholepage/tooling/command';
import { freePort } from '@wholepage/tooling/free-port';
import { publishAll } from '@wholepage/tooling/publish-all';
import { kilobytes, type Line, median, printLines } from '../measure/line';
import type { Measured } from '../measure/measured';
import { startComposer } from './composer-process';
import { crowd, publishSmall, RELEASES } from './crowded-registry';

/** Beside the four of the site. */
const REMOTES = 100;
const ROUNDS = 7;
const PROMOTIONS = 5;
const MOST = 1.05;
/** A start verifies two signatures of each remote: of its release, and of the step that made it live. */
const MOST_PER_REMOTE_MS = 2;
const PAGES = ['/', '/about-us', '/product', '/contact'];

const data = await mkdtemp(join(tmpdir(), 'bench-growth-'));
const trust = environmentTrust({ DATA_DIR: data });
const [small, large] = [join(data, 'small'), join(data, 'large')];

/** A composer over a store, with nothing kept from an earlier start. @returns it, and the ms until it served */
async function start(place: string): Promise<{ composer: Measured; ms: number }> {
  await rm(join(data, 'composer'), { recursive: true, force: true });
  const began = performance.now();
  const composer = await startComposer(await freePort(), { DATA_DIR: data, RELEASES_URL: place });
  return { composer, ms: performance.now() - began };
}

/** Bytes of a page as it travels; `fetch` would undo its compression. */
const bytesOf = (url: string): Promise<number> =>
  new Promise((resolve, reject) => {
    get(url, { headers: { 'accept-encoding': 'br' } }, (response) => {
      let bytes = 0;
      response.on('data', (part: Buffer) => {
        bytes += part.length;
      });
      response.on('end', () => resolve(bytes));
    }).on('error', reject);
  });

const pageBytes = async ({ origin }: Measured): Promise<number> => {
  const sizes = await Promise.all(PAGES.map((path) => bytesOf(origin + path)));
  return sizes.reduce((sum, bytes) => sum + bytes, 0);
};

/** Milliseconds from the promotion to the first page that shows it, the slowest of some. */
async function slowestPromotion({ origin }: Measured, app: string): Promise<number> {
  let slowest = 0;
  for (let index = 1; index <= PROMOTIONS; index += 1) {
    const version = `1.${index}.0`;
    await publishSmall(large, app, version, trust);
    const began = performance.now();
    await promote(large, app, version, { trust });
    while (!(await (await fetch(`${origin}/${app}`)).text()).includes(`${app} ${version}`)) {
      if (performance.now() - began > 10_000) throw new Error(`${app} ${version} was not seen within 10 s.`);
    }
    slowest = Math.max(slowest, performance.now() - began);
  }
  return slowest;
}

const compared = (what: string, few: number, many: number, unit: (value: number) => string): Line => ({
  what,
  value: `${unit(few)} → ${unit(many)} (× ${(many / few).toFixed(3)})`,
  goal: `≤ × ${MOST}`,
  holds: many / few <= MOST,
});

/** What a hundred more remotes, each with a hundred releases, cost the composer and the visitor. */
async function measure(words: readonly string[]): Promise<void> {
  noWords(words);
  const env = { ...process.env, DATA_DIR: data };
  for (const place of [small, large]) await publishAll(place, () => {}, { ...env, RELEASES_URL: place });
  const apps = await crowd(large, trust, REMOTES);
  const times = { small: [] as number[], large: [] as number[] };
  const bytes = { small: 0, large: 0 };
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const name of ['small', 'large'] as const) {
      const { composer, ms } = await start(name === 'small' ? small : large);
      times[name].push(ms);
      bytes[name] = await pageBytes(composer);
      await composer.stop();
    }
  }
  const { composer } = await start(large);
  const slowest = await slowestPromotion(composer, apps[REMOTES / 2] ?? '');
  await composer.stop();
  const perRemote = (median(times.large) - median(times.small)) / REMOTES;
  const registry = await readFile(join(large, 'registry.json'));
  printLines([
    { what: 'start of a composer, 4 remotes', value: `${Math.round(median(times.small))} ms`, goal: '' },
    {
      what: `for each remote more, up to ${REMOTES + 4}`,
      value: `${perRemote.toFixed(2)} ms`,
      goal: `≤ ${MOST_PER_REMOTE_MS} ms`,
      holds: perRemote <= MOST_PER_REMOTE_MS,
    },
    compared(`${PAGES.length} pages, brotli`, bytes.small, bytes.large, kilobytes),
    {
      what: `promotion until it is seen, ${REMOTES + 4} remotes × ${RELEASES} releases, slowest of ${PROMOTIONS}`,
      value: `${Math.round(slowest)} ms`,
      goal: '< 2000 ms',
      holds: slowest < 2_000,
    },
    { what: 'the registry', value: kilobytes(registry.length), goal: '' },
  ]);
  if (slowest >= 2_000 || perRemote > MOST_PER_REMOTE_MS || bytes.large > MOST * bytes.small) process.exitCode = 1;
}

try {
  await runCommand('npm run bench -- soak growth   104 remotes of a hundred releases, beside four of one', measure);
} finally {
  await rm(data, { recursive: true, force: true });
}
