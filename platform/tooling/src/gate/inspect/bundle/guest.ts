import { type FederationManifest, federationManifestSchema } from '@wholepage/contracts/federation-manifest';
import { type Bundler, bundlerOf } from '../../../guest/bundler';
import type { ReadableRelease } from '../../check';

/** Where the files of a remote of another bundler lie in its release. */
export const GUEST = 'guest/';
const MANIFEST = 'mf-manifest.json';

/** Whether another bundler built this release. */
export const isGuest = ({ manifest }: Pick<ReadableRelease, 'manifest'>): boolean => GUEST + MANIFEST in manifest.files;

/** A release's `mf-manifest.json`, below its folder; undefined of one without. */
export function manifestFile(release: ReadableRelease): string | undefined {
  return [GUEST + MANIFEST, MANIFEST].find((file) => file in release.manifest.files);
}

/** @throws ZodError when it is none */
export const readFederationManifest = async (release: ReadableRelease, file: string): Promise<FederationManifest> =>
  federationManifestSchema.parse(JSON.parse((await release.bytes(file)).toString('utf8')));

/** The entry that a manifest names, below the release's folder. */
export const entryOf = ({ metaData: { remoteEntry } }: FederationManifest, folder: string): string =>
  folder + [remoteEntry.path, remoteEntry.name].filter(Boolean).join('/');

/** The bundler that wrote a guest. */
export async function guestBundler(release: ReadableRelease, manifest: FederationManifest): Promise<Bundler> {
  const file = entryOf(manifest, GUEST);
  const entry = file in release.manifest.files ? (await release.bytes(file)).toString('utf8') : '';
  const files = Object.keys(release.manifest.files).filter((one) => one.startsWith(GUEST));
  return bundlerOf(
    files.map((one) => one.slice(GUEST.length)),
    entry,
    manifest,
  );
}

/** What Module Federation's own runtime and its bundlers' plugins keep on the page, shared by all guests. */
const OF_RUNTIME = /^__(FEDERATION__|VMOK__|GLOBAL_LOADING_REMOTE_ENTRY__|VUE_HMR_RUNTIME__|mf_)/;

/** Names that a guest's build has on `window` by right. @returns whether a name is one of them */
export async function guestNames(release: ReadableRelease): Promise<(name: string) => boolean> {
  if (!isGuest(release)) return () => false;
  const { metaData, name } = await readFederationManifest(release, GUEST + MANIFEST);
  const lists = [metaData.globalName, name].flatMap((one) => [
    `chunk_${one}`,
    `webpackChunk${one}`,
    `rspackChunk${one}`,
  ]);
  const own = [metaData.globalName, ...lists];
  return (given) => own.includes(given) || OF_RUNTIME.test(given);
}
