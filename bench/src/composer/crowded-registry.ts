import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { integrityOf } from '@wholepage/releases/integrity';
import { promote } from '@wholepage/releases/promote';
import { publish } from '@wholepage/releases/publish';
import type { Trust } from '@wholepage/releases/trust/trust';

export const RELEASES = 100;

const codeOf = (app: string, version: string): string =>
  `export const render = async () => ({ status: 200, head: { title: '${app}' }, html: '<h1>${app} ${version}</h1>', data: null, maxAge: 0 });`;

/** Publishes a remote of one page, `/{app}`, which shows its version. */
export async function publishSmall(place: string, app: string, version: string, trust: Trust): Promise<void> {
  const dir = await mkdtemp(join(tmpdir(), 'small-'));
  const texts = { 'entry.js': `// ${app} ${version}`, 'node/render.mjs': codeOf(app, version) };
  const files: Record<string, { integrity: string; bytes: number }> = {};
  for (const [file, text] of Object.entries(texts)) {
    await mkdir(dirname(join(dir, file)), { recursive: true });
    await writeFile(join(dir, file), text);
    files[file] = { integrity: integrityOf(Buffer.from(text)), bytes: text.length };
  }
  const manifest = {
    app,
    version,
    contract: 4,
    builtAt: new Date().toISOString(),
    routes: [{ path: `/${app}`, document: false, sitemap: [], js: [], css: [] }],
    entry: { browser: 'entry.js', node: 'node/render.mjs', js: ['entry.js'], css: [] },
    files,
  };
  await writeFile(join(dir, 'release.json'), JSON.stringify(manifest));
  await publish(place, app, version, dir, trust);
  await rm(dir, { recursive: true });
}

/** What the releases of years leave behind: their folders, and a step of each in the history. Nobody reads them again. */
async function addOldReleases(place: string, app: string, release: number, step: string): Promise<void> {
  const folder = join(place, app, `0.${release}.0`);
  await mkdir(folder, { recursive: true });
  await Promise.all([
    writeFile(join(folder, 'release.json'), step),
    writeFile(join(folder, 'entry.js'), ''),
    writeFile(join(place, 'history', `${String(release).padStart(9, '0')}-${app}-old.json`), step),
  ]);
}

/** Fills a store with so many small remotes, each of a hundred releases. @returns their names */
export async function crowd(place: string, trust: Trust, remotes: number): Promise<string[]> {
  const apps = Array.from({ length: remotes }, (_, index) => `mf-team-${index}`);
  for (const app of apps) {
    await publishSmall(place, app, '1.0.0', trust);
    await promote(place, app, '1.0.0', { trust });
  }
  const step = await readFile(join(place, apps[0] ?? '', '1.0.0', 'release.json'), 'utf8');
  for (let release = 1; release < RELEASES; release += 1)
    await Promise.all(apps.map((app) => addOldReleases(place, app, release, step)));
  return apps;
}
