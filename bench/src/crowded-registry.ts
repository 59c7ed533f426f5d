import { mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { integrityOf } from 'releases/integrity';
import { promote } from 'releases/promote';
import { publish } from 'releases/publish';
import type { Trust } from 'releases/trust/trust';

const REMOTES = 104;
const RELEASES = 100;
const PROMOTIONS = 5;

async function publishSmall(place: string, app: string, version: string, trust: Trust): Promise<void> {
  const dir = await mkdtemp(join(tmpdir(), 'small-'));
  const code = Buffer.from(`// ${app} ${version}`);
  const route = { path: `/${app}/:page`, document: false, sitemap: [], js: [], css: [] };
  const manifest = {
    app,
    version,
    contract: 1,
    builtAt: new Date().toISOString(),
    routes: [route],
    entry: { browser: 'entry.js', node: 'entry.js', js: ['entry.js'], css: [] },
    files: { 'entry.js': { integrity: integrityOf(code), bytes: code.length } },
  };
  await writeFile(join(dir, 'entry.js'), code);
  await writeFile(join(dir, 'release.json'), JSON.stringify(manifest));
  await publish(place, app, version, dir, trust);
}

/** How long a promotion takes where many teams have released often. */
export async function crowdedRegistry(place: string, trust: Trust) {
  const apps = Array.from({ length: REMOTES }, (_, index) => `mf-team-${index}`);
  for (const app of apps) {
    await publishSmall(place, app, '1.0.0', trust);
    await promote(place, app, '1.0.0', { trust });
  }
  // The steps of the years before: the registry knows the newest of each app only, the history all.
  const [step = ''] = await Promise.all([readFile(join(place, 'history', '000000001-mf-team-0.json'), 'utf8')]);
  await mkdir(join(place, 'history'), { recursive: true });
  for (let release = 1; release < RELEASES; release += 1) {
    const name = (app: string) => join(place, 'history', `${String(release).padStart(9, '0')}-${app}-old.json`);
    await Promise.all(apps.map((app) => writeFile(name(app), step)));
  }
  const [app = ''] = apps;
  let slowestMs = 0;
  for (let index = 1; index <= PROMOTIONS; index += 1) {
    await publishSmall(place, app, `1.${index}.0`, trust);
    const started = performance.now();
    await promote(place, app, `1.${index}.0`, { trust });
    slowestMs = Math.max(slowestMs, performance.now() - started);
  }
  const { length: bytes } = await readFile(join(place, 'registry.json'));
  return { remotes: REMOTES, releases: RELEASES, slowestMs, bytes };
}
