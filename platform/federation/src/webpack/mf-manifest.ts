import type { Manifest, ManifestShared } from '@module-federation/sdk';

/** A release, as a manifest describes it. */
export interface ManifestOptions {
  /** The remote's own name. */
  app: string;
  version: string;
  /** Global name of its container. */
  name: string;
  /** Exposed modules such as `./app`. */
  exposes: readonly string[];
  /** What the entry shares: module, the version it brings, the range it takes. */
  shares: readonly { name: string; version: string; range: string }[];
  /** Archive of types beside the manifest, when there is one. */
  types?: string | undefined;
  /** What types `loadRemote` by it, beside the manifest, when there is such a file. */
  apiTypes?: string | undefined;
}

/** The library runs scripts and applies styles that are listed here before it is asked to, and without their digests. */
const NO_FILES = { js: { sync: [], async: [] }, css: { sync: [], async: [] } };

/**
 * `mf-manifest.json` of Module Federation 2. Files are named relative to it (`publicPath: "auto"`). `types` and `shared` are
 * always there: the library reads both without a check, though its documentation calls them optional.
 */
export function federationManifest({
  app,
  version,
  name,
  exposes,
  shares,
  types = '',
  apiTypes = '',
}: ManifestOptions): Manifest {
  return {
    id: app,
    name: app,
    metaData: {
      name: app,
      type: 'app',
      buildInfo: { buildVersion: version, buildName: app },
      remoteEntry: { name: 'remoteEntry.js', path: '', type: 'global' },
      types: { path: '', name: '', zip: types, api: apiTypes },
      globalName: name,
      publicPath: 'auto',
    },
    shared: shares.map(
      (share): ManifestShared => ({
        id: `${app}:${share.name}`,
        name: share.name,
        version: share.version,
        singleton: false,
        requiredVersion: share.range,
        hash: '',
        assets: NO_FILES,
      }),
    ),
    remotes: [],
    exposes: exposes.map((path) => ({
      id: `${app}:${path.replace('./', '')}`,
      name: path.replace('./', ''),
      path,
      assets: NO_FILES,
    })),
  };
}
