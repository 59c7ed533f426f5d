import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { AppName } from '@wholepage/contracts/release';
import { type ReleaseManifest, releaseFilePath } from '@wholepage/contracts/release';
import { integrityOf, readRelease } from '@wholepage/releases/manifest';
import { publish } from '@wholepage/releases/publish';
import { liveVersion, readRegistry } from '@wholepage/releases/registry/registry';
import { promote } from '@wholepage/releases/steps';
import { folderStore } from '@wholepage/releases/store/folder-store';

const TEXT = /\.(m?js|css|json|svg)$/;
const ASSET_HASH = /\.([\w-]{12})\./;

/** A change of a file's text, `release.json` included; gets its path within the release, without the hash of a content-addressed one. */
export type Edit = (file: string, text: string) => string;

const plainName = (file: string): string => file.replace(ASSET_HASH, '.');

const chunkDigest = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('base64');

/** Content-addressed files get names of their new content, and what names them is changed with them. */
function renamed(texts: Map<string, string>, before: ReadonlyMap<string, string>): Map<string, string> {
  const names = new Map<string, string>();
  for (const [file, text] of texts) {
    const hash = ASSET_HASH.exec(file)?.[1];
    if (!hash || text === before.get(file)) continue;
    // The manifest promises a file by the one, the entry's table of chunks by the other, with which its name begins.
    for (const promise of [integrityOf, chunkDigest]) {
      names.set(promise(Buffer.from(before.get(file) ?? '')), promise(Buffer.from(text)));
    }
    names.set(hash, chunkDigest(Buffer.from(text)).slice(0, 12).replace(/\W/g, '-'));
  }
  const rename = (text: string) => [...names].reduce((changed, [from, to]) => changed.replaceAll(from, to), text);
  return new Map([...texts].map(([file, text]) => [rename(file), rename(text)]));
}

let issued = 0;

/** Builds the live release again with other texts in it, as a team's next build would, and publishes that. @returns its version */
export async function publishEdited(place: string, app: AppName, edit: Edit): Promise<string> {
  const store = folderStore(place);
  const live = liveVersion(await readRegistry(store), app) ?? '';
  const { manifest } = await readRelease(store, app, live);
  issued += 1;
  const version = `1.0.${issued}-test`;
  const built = await mkdtemp(join(tmpdir(), 'reissued-'));
  const write = async (file: string, bytes: Buffer) => {
    const path = join(built, releaseFilePath({ app, version }, file));
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, bytes);
    return [file, { integrity: integrityOf(bytes), bytes: bytes.length }] as const;
  };
  try {
    const files: ReleaseManifest['files'] = {};
    const before = new Map<string, string>();
    for (const file of Object.keys(manifest.files)) {
      const bytes = await readFile(join(place, releaseFilePath(manifest, file)));
      if (TEXT.test(file)) before.set(file, bytes.toString('utf8'));
      else Object.assign(files, Object.fromEntries([await write(file, bytes)]));
    }
    const edited = new Map([...before].map(([file, text]) => [file, edit(plainName(file), text)]));
    // The manifest's own words are renamed with the files. Source maps of other texts would say wrong places.
    const { maps: _others, ...described } = manifest;
    edited.set('release.json', edit('release.json', JSON.stringify({ ...described, version, files: {} })));
    const texts = renamed(edited, before);
    const renewed = JSON.parse(texts.get('release.json') ?? '') as ReleaseManifest;
    texts.delete('release.json');
    for (const [file, text] of texts) Object.assign(files, Object.fromEntries([await write(file, Buffer.from(text))]));
    const dir = join(built, app, version);
    await writeFile(join(dir, 'release.json'), JSON.stringify({ ...renewed, files }));
    await publish(place, app, version, dir);
    return version;
  } finally {
    await rm(built, { recursive: true, force: true });
  }
}

/** As {@link publishEdited}, and makes it live. */
export async function reissue(place: string, app: AppName, edit: Edit): Promise<string> {
  const version = await publishEdited(place, app, edit);
  await promote(place, app, version);
  return version;
}
