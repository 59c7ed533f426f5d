import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promote } from '@wholepage/releases/promote';
import { liveVersion } from '@wholepage/releases/registry/deployments';
import { readRegistry } from '@wholepage/releases/registry/registry';
import { environmentTrust } from '@wholepage/releases/settings';
import { folderStore } from '@wholepage/releases/store/folder-store';
import { noWords, runCommand } from '@wholepage/tooling/command';
import { freePort } from '@wholepage/tooling/free-port';
import { packageDir } from '@wholepage/tooling/paths';
import { publishAll } from '@wholepage/tooling/publish-all';
import { startComposer } from '../composer/composer-process';
import { type WrkResult, wrk } from '../measure/wrk';
import { publishNext } from './next-release';

const RELEASES = 50;
const ROUNDS = 20;
const TEAMS = ['mf-blog', 'mf-courses', 'mf-products'];
/** Somewhat more than the 200 that are wanted: a request's own time comes on top of the pause before it. */
const REQUESTS_PER_SECOND = 230;
const CONNECTIONS = 20;
const TURN_SECONDS = 5;
/** Released time and again; its pages need no API, which does not run here. */
const RELEASED = { app: 'mf-products', path: '/product' };
/** They hold no fragments. A page that does names the set of releases, by which it asks for more of them. */
const OTHERS = ['/', '/design-studio', '/project', '/contact'];

const data = await mkdtemp(join(tmpdir(), 'bench-releases-'));
const env = { ...process.env, DATA_DIR: data, RELEASES_URL: '' };
const place = join(data, 'releases');
const trust = environmentTrust(env);

const percentile = (values: readonly number[], share: number): number =>
  [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? 0;

/** Milliseconds from the promotion to the first page that shows the release. */
async function untilVisible(origin: string): Promise<number> {
  const { app, path } = RELEASED;
  const version = await publishNext(place, app, trust);
  const started = performance.now();
  await promote(place, app, version, { trust });
  while (!(await (await fetch(origin + path)).text()).includes(version)) {
    if (performance.now() - started > 10_000) throw new Error(`${app} ${version} was not seen within 10 s.`);
  }
  return performance.now() - started;
}

/** Visitors who come at an even rate, in turns, until somebody says that it is enough. */
async function visitors(url: string, isEnough: () => boolean): Promise<Pick<WrkResult, 'requests' | 'failed'>> {
  const script = join(packageDir('bench'), 'src', 'releases', 'visitors.lua');
  const args = [String((CONNECTIONS * 1_000) / REQUESTS_PER_SECOND)];
  const sum = { requests: 0, failed: 0 };
  while (!isEnough()) {
    const { requests, failed } = await wrk({ url, connections: CONNECTIONS, seconds: TURN_SECONDS, script, args });
    sum.requests += requests;
    sum.failed += failed;
  }
  return sum;
}

const pagesOf = (origin: string) => Promise.all(OTHERS.map(async (path) => (await fetch(origin + path)).text()));

async function measure(words: readonly string[]): Promise<void> {
  noWords(words);
  await publishAll(place, () => {}, env);
  const port = await freePort();
  const composer = await startComposer(port, { DATA_DIR: data, RELEASES_URL: place });
  const { origin } = composer;
  try {
    await pagesOf(origin);
    const before = await pagesOf(origin);
    await untilVisible(origin);
    const after = await pagesOf(origin);
    const changed = after.filter((page, index) => page !== before[index]).length;
    console.log(`pages of others that one team's release changed: ${changed} of ${OTHERS.length}  (wanted 0)`);

    const times: number[] = [];
    const load = visitors(origin, () => times.length === RELEASES);
    const began = performance.now();
    while (times.length < RELEASES) times.push(await untilVisible(origin));
    const { requests, failed } = await load;
    const seconds = (performance.now() - began) / 1000;
    const p95 = Math.round(percentile(times, 0.95));
    console.log(
      `promotion to visible, ${RELEASES} releases: median ${Math.round(percentile(times, 0.5))} ms, p95 ${p95} ms  (wanted < 1000)`,
    );
    console.log(
      `requests meanwhile: ${requests}, ${Math.round(requests / seconds)} per second, failed ${failed}  (wanted 0)`,
    );

    let landed = 0;
    for (let round = 0; round < ROUNDS; round += 1) {
      const versions = await Promise.all(TEAMS.map((app) => publishNext(place, app, trust)));
      await Promise.all(TEAMS.map((app, index) => promote(place, app, versions[index] ?? '', { trust })));
      const registry = await readRegistry(folderStore(place, trust));
      landed += TEAMS.filter((app, index) => liveVersion(registry, app) === versions[index]).length;
    }
    console.log(`teams that released at once: ${landed} of ${TEAMS.length * ROUNDS} landed`);
    if (changed > 0 || p95 >= 1_000 || failed > 0 || landed < TEAMS.length * ROUNDS) process.exitCode = 1;
  } finally {
    await composer.stop();
  }
  await rm(data, { recursive: true, force: true });
}

await runCommand(
  'npm run bench -- soak releases   releases many times over while visitors come; needs a build',
  measure,
);
