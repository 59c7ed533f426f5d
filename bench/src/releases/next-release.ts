import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { integrityOf } from '@wholepage/releases/integrity';
import { publish } from '@wholepage/releases/publish';
import { liveVersion } from '@wholepage/releases/registry/deployments';
import { readRegistry } from '@wholepage/releases/registry/registry';
import { folderStore } from '@wholepage/releases/store/folder-store';
import type { Trust } from '@wholepage/releases/trust/trust';

let made = 0;

/** Publishes the live release under another version, as an edit of one line would make it. @returns the version */
export async function publishNext(place: string, app: string, trust: Trust): Promise<string> {
  const live = liveVersion(await readRegistry(folderStore(place, trust)), app) ?? '';
  made += 1;
  const version = `1.0.${made}-bench`;
  const dir = await mkdtemp(join(tmpdir(), 'next-release-'));
  await cp(join(place, app, live), dir, { recursive: true });
  const manifest = JSON.parse(await readFile(join(dir, 'release.json'), 'utf8'));
  const entry = join(dir, 'node', 'render.mjs');
  const code = Buffer.concat([await readFile(entry), Buffer.from(`\n// ${version}\n`)]);
  await writeFile(entry, code);
  manifest.files['node/render.mjs'] = { integrity: integrityOf(code), bytes: code.length };
  await writeFile(join(dir, 'release.json'), JSON.stringify({ ...manifest, version }));
  await publish(place, app, version, dir, trust);
  await rm(dir, { recursive: true });
  return version;
}
