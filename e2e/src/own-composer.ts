import { createHash } from 'node:crypto';
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ReleaseManifest } from 'contracts/release';
import type { AppName } from 'contracts/version';
import { promote } from 'releases/promote';
import { liveVersion } from 'releases/registry/deployments';
import { readRegistry } from 'releases/registry/registry';
import { folderStore } from 'releases/store/folder-store';
import { freePort } from 'tooling/free-port';
import { startService, stopServices, waitUntilHealthy } from 'tooling/spawn';

const ROOT = join(__dirname, '..', '..');

/** A composer and a store of a test's own, in front of the API under test. */
export interface OwnComposer {
  origin: string;
  store: string;
  stop(): Promise<void>;
}

export async function startOwnComposer(): Promise<OwnComposer> {
  const data = await mkdtemp(join(tmpdir(), 'own-composer-'));
  const store = join(data, 'releases');
  await cp(join(process.env.SITE_DATA ?? '', 'releases'), store, { recursive: true });
  const port = await freePort();
  const origin = `http://localhost:${port}`;
  const service = startService('composer', {
    args: [join(ROOT, 'shell', 'dist', 'server', 'server.mjs')],
    cwd: ROOT,
    env: {
      ...process.env,
      PORT: String(port),
      DATA_DIR: data,
      RELEASES_URL: store,
      SITE_ORIGIN: origin,
      API_ORIGIN: process.env.SITE_API ?? '',
    },
    onLine: () => {},
  });
  await waitUntilHealthy(service, `${origin}/healthz`, 20_000);
  return {
    origin,
    store,
    async stop() {
      await stopServices([service]);
      await rm(data, { recursive: true, force: true });
    },
  };
}

const TEXT = /\.(m?js|css|json)$/;

async function* textFiles(folder: string): AsyncGenerator<string> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* textFiles(path);
    else if (TEXT.test(entry.name) && entry.name !== 'release.json') yield path;
  }
}

/** A change of a file's text; gets its path within the release. */
export type Edit = (file: string, text: string) => string;

let issued = 0;

/** Makes the live release anew with other texts in it, as a team's next build would, and makes that live. */
export async function reissue(store: string, app: AppName, edit: Edit): Promise<string> {
  const live = liveVersion(await readRegistry(folderStore(store)), app) ?? '';
  issued += 1;
  const version = `1.0.${issued}-test`;
  const target = join(store, app, version);
  await cp(join(store, app, live), target, { recursive: true });
  const manifest = JSON.parse(await readFile(join(target, 'release.json'), 'utf8')) as ReleaseManifest;
  for await (const path of textFiles(target)) {
    const file = path.slice(target.length + 1);
    const text = edit(file, (await readFile(path, 'utf8')).replaceAll(live, version));
    await writeFile(path, text);
    const bytes = Buffer.from(text);
    const integrity = `sha384-${createHash('sha384').update(bytes).digest('base64')}`;
    manifest.files[file] = { integrity, bytes: bytes.length };
  }
  await writeFile(join(target, 'release.json'), JSON.stringify({ ...manifest, version }));
  await promote(store, app, version);
  return version;
}
