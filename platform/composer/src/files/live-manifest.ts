import { type FederationManifest, federationManifestSchema } from '@wholepage/contracts/federation-manifest';
import type { ReleaseManifest } from '@wholepage/contracts/release';

/** Below `/_releases/{app}/`: the manifest of the live release. */
export const FEDERATION_MANIFEST = 'mf-manifest.json';

/** A path relative to a release's folder, written relative to the app's. */
const fromApp = (version: string, file: string): string =>
  file.startsWith('../') ? file.slice('../'.length) : `${version}/${file}`;

/**
 * A release's Module Federation manifest, as it is read from `/_releases/{app}/`: its paths are relative to where it was read.
 * @param text of the release's own
 * @throws when it is none
 */
export function liveManifest({ version }: Pick<ReleaseManifest, 'version'>, text: string): FederationManifest {
  const manifest = federationManifestSchema.parse(JSON.parse(text));
  const { metaData } = manifest;
  const moved = (files: string[]) => files.map((file) => fromApp(version, file));
  return {
    ...manifest,
    metaData: {
      ...metaData,
      remoteEntry: { ...metaData.remoteEntry, path: version },
      ...(metaData.types && { types: { ...metaData.types, path: metaData.types.zip ? version : '' } }),
    },
    exposes: manifest.exposes.map(({ assets, ...exposed }) => ({
      ...exposed,
      assets: {
        js: { sync: moved(assets.js.sync), async: moved(assets.js.async) },
        css: { sync: moved(assets.css.sync), async: moved(assets.css.async) },
      },
    })),
  };
}
