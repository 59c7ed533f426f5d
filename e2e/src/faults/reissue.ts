import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { AppName } from '@wholepage/contracts/release';
import { ASSET_HASH, type ReleaseManifest, releaseFilePath } from '@wholepage/contracts/release';
import { integrityOf, readRelease } from '@wholepage/releases/manifest';
import { publish } from '@wholepage/releases/publish';
import { readRegistry, releasesOf } from '@wholepage/releases/registry/registry';
import { promote } from '@wholepage/releases/steps';
import { folderStore } from '@wholepage/releases/store/folder-store';

const TEXT = /\.(m?js|css|json|svg)$/;

/** An edit of a release's text files and `release.json`. @param file path within the release, without the hash of its content */
export type Edit = (file: string, text: string) => string;

const plainName = (file: string): string => file.replace(ASSET_HASH, '');

const chunkDigest = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('base64');

/** Renames content-addressed files after their new content, and updates all references to them. */
function renamed(texts: Map<string, string>, before: ReadonlyMap<string, string>): Map<string, string> {
  const names = new Map<string, string>();
  for (const [file, text] of texts) {
    const hash = ASSET_HASH.exec(file)?.[1];
    if (!hash || text === before.get(file)) continue;
    // The manifest holds the integrity. The entry's table of chunks holds the digest, whose start is in the file's name.
    for (const promise of [integrityOf, chunkDigest]) {
      names.set(promise(Buffer.from(before.get(file) ?? '')), promise(Buffer.from(text)));
    }
    names.set(hash, chunkDigest(Buffer.from(text)).slice(0, 12).replace(/\W/g, '-'));
  }
  const rename = (text: string) => [...names].reduce((changed, [from, to]) => changed.replaceAll(from, to), text);
  return new Map([...texts].map(([file, text]) => [rename(file), rename(text)]));
}

let issued = 0;

/** Publishes a copy of the live release with edited files, like a team's next build. @returns its version */
export async function publishEdited(place: string, app: AppName, edit: Edit): Promise<string> {
  const store = folderStore(place);
  const live = releasesOf(await readRegistry(store), app).live?.metadata.version ?? '';
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
    // The manifest's own text is renamed with the files. Source maps are left out: they would name wrong places.
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

/** Does the same as {@link publishEdited}, and promotes the release. */
export async function reissue(place: string, app: AppName, edit: Edit): Promise<string> {
  const version = await publishEdited(place, app, edit);
  await promote(place, app, version);
  return version;
}
