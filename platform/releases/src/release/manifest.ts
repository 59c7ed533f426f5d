import { createHash } from 'node:crypto';
import { type ReleaseManifest, releaseFilePath, releaseManifestSchema } from '@wholepage/contracts/release';
import * as z from 'zod';
import { ReleaseError } from '../errors';
import { boundedMap, parseAs, type ReleaseStore, readChecked } from '../store/store';

/** Returns `sha384-…` of bytes, or of a text in UTF-8, as in the HTML `integrity` attribute. */
export const integrityOf = (bytes: Buffer | string): string =>
  `sha384-${createHash('sha384').update(bytes).digest('base64')}`;

export const MANIFEST = 'release.json';

/** Returns the path of a release's manifest in the store. */
export const manifestPath = (app: string, version: string): string => releaseFilePath({ app, version }, MANIFEST);

const LARGEST_MANIFEST_BYTES = 1024 * 1024;

/** Parses a manifest. @param path of its file, for the message @throws ReleaseError that says what is wrong with it */
export function parseManifest(path: string, written: unknown): ReleaseManifest {
  const parsed = releaseManifestSchema.safeParse(written);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new ReleaseError(
    `${path} is not a release manifest: "${issue?.path.join('.')}" is not usable: ${issue?.message}.`,
  );
}

/**
 * Reads a release's manifest, and verifies the registry's integrity, when given.
 * @throws ReleaseError when it is missing, malformed, or not signed by a key of its app
 */
export async function readRelease(
  store: ReleaseStore,
  app: string,
  version: string,
  integrity?: string,
): Promise<{ manifest: ReleaseManifest; integrity: string }> {
  const path = manifestPath(app, version);
  return readChecked(store, path, (bytes) => {
    const found = integrityOf(bytes);
    if (integrity && integrity !== found) throw new ReleaseError(`${path} is not what the registry promised: refused.`);
    if (bytes.length > LARGEST_MANIFEST_BYTES) throw new ReleaseError(`${path} is larger than any release manifest.`);
    const written = parseAs(z.unknown(), bytes);
    const manifest = parseManifest(path, written);
    if (manifest.app !== app || manifest.version !== version)
      throw new ReleaseError(`${path} describes ${manifest.app} ${manifest.version} instead.`);
    store.trust.check(manifest, written as object);
    return { manifest, integrity: found };
  });
}

/** Returns a valid release's manifest; undefined when it is missing or invalid. */
export const findManifest = (store: ReleaseStore, app: string, version: string): Promise<ReleaseManifest | undefined> =>
  readRelease(store, app, version).then(
    ({ manifest }) => manifest,
    () => undefined,
  );

/** Reads one file of a release and checks its bytes. @throws ReleaseError when they are not the promised ones */
export async function readReleaseFile(store: ReleaseStore, manifest: ReleaseManifest, file: string): Promise<Buffer> {
  const expected = manifest.files[file];
  if (!expected) throw new ReleaseError(`${manifest.app} ${manifest.version} has no file ${file}.`);
  return readChecked(store, releaseFilePath(manifest, file), (bytes) => {
    if (integrityOf(bytes) === expected.integrity) return bytes;
    throw new ReleaseError(`${manifest.app} ${manifest.version}: ${file} was changed after it was published: refused.`);
  });
}

/** Returns the paths of all files of a release in the store, with compressed forms, without its manifest. */
export const storedFiles = (manifest: Pick<ReleaseManifest, 'app' | 'version' | 'files'>): string[] =>
  Object.entries(manifest.files).flatMap(([file, { brotli, gzip }]) => {
    const path = releaseFilePath(manifest, file);
    return [path, ...(brotli ? [`${path}.br`] : []), ...(gzip ? [`${path}.gz`] : [])];
  });

/** Verifies every file of a release. @throws ReleaseError that names an invalid one */
export async function checkFiles(store: ReleaseStore, manifest: ReleaseManifest): Promise<void> {
  const { app, version, entry, files, routes, fragments } = manifest;
  const named = [
    entry.browser,
    entry.node,
    ...entry.js,
    ...entry.css,
    ...[...routes, ...fragments].flatMap(({ js, css }) => [...js, ...css]),
  ];
  const missing = named.filter((file) => !files[file]);
  if (missing.length)
    throw new ReleaseError(`${app} ${version} names files that it does not have: ${missing.join(', ')}`);
  await boundedMap(Object.keys(files), store.readsAtOnce, (file) => readReleaseFile(store, manifest, file));
}
