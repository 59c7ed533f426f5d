import { type FederationManifest, federationManifestSchema } from '@wholepage/contracts/federation-manifest';
import type { ReleaseManifest } from '@wholepage/contracts/release';

/** Below `/_releases/{app}/`: the manifest of the live release. */
export const FEDERATION_MANIFEST = 'mf-manifest.json';

/** Where a release has its own: that of a remote which another bundler built lies in a folder of its own. */
const PLACES = [FEDERATION_MANIFEST, `guest/${FEDERATION_MANIFEST}`];

/** The file of a release that is its Module Federation manifest; undefined of one without. */
export const manifestFileOf = ({ files }: Pick<ReleaseManifest, 'files'>): string | undefined =>
  PLACES.find((file) => file in files);

type Assets = FederationManifest['exposes'][number]['assets'];

const joined = (...parts: string[]): string => parts.filter(Boolean).join('/');

/** A path relative to the folder of a release's manifest, written relative to the app's. */
const fromApp = (folder: string, file: string): string =>
  file.startsWith('../') ? file.slice('../'.length) : joined(folder, file);

/**
 * A release's Module Federation manifest, as it is read from `/_releases/{app}/`: its paths are relative to where it was read.
 * @param file of the release, as {@link manifestFileOf} gives it
 * @param text of that file
 * @throws when it is none
 */
export function liveManifest(
  { version }: Pick<ReleaseManifest, 'version'>,
  file: string,
  text: string,
): FederationManifest {
  const manifest = federationManifestSchema.parse(JSON.parse(text));
  const { remoteEntry, types, ...metaData } = manifest.metaData;
  const folder = joined(version, file.slice(0, -FEDERATION_MANIFEST.length - 1));
  const moved = (files: string[]) => files.map((one) => fromApp(folder, one));
  const placed = ({ js, css }: Assets): Assets => ({
    js: { sync: moved(js.sync), async: moved(js.async) },
    css: { sync: moved(css.sync), async: moved(css.async) },
  });
  // The library's plugin looks for files of types beside the manifest, and does not ask for their `path`.
  const typesAt = (name: string): string => name && joined(folder, types?.path ?? '', name);
  return {
    ...manifest,
    metaData: {
      ...metaData,
      remoteEntry: { ...remoteEntry, path: joined(folder, remoteEntry.path) },
      ...(types && { types: { ...types, path: '', zip: typesAt(types.zip), api: typesAt(types.api) } }),
    },
    shared: manifest.shared.map((one) => ({ ...one, assets: placed(one.assets) })),
    exposes: manifest.exposes.map((one) => ({ ...one, assets: placed(one.assets) })),
  };
}
