import { ModuleFederationPlugin } from '@module-federation/enhanced/webpack';
import type { WebpackPluginInstance } from 'webpack';
import { leaveOutTypesPlugin, nameWebpack, ReplacedSharing, ReplacedStart } from './unpromised';

/*
 * Builds of remotes and hosts: the library's plugin, with this package's runtime in the place of the library's.
 */

nameWebpack();
leaveOutTypesPlugin();

/** The script with which our own host begins to load a remote. */
export const ENTRY = 'entry.js';

/** How a build shares one package, by the library's names. */
interface ShareOptions {
  /** Range of versions that it takes of others. */
  requiredVersion: string;
  /** For runtimes of others, which then keep one version. Ours takes what fits the range, or the build's own. */
  singleton?: boolean;
  /** Module that it brings, unless it is the request; `false`: none, and the build runs only where another brings it. */
  import?: string | false;
  /** Name in the scope, unless it is the request. */
  shareKey?: string;
  /** Scope to share in, unless it is `default`. A remote names it in `shareScopes`, too. */
  shareScope?: string;
}

/** What a build shares, by request. */
export type Shares = Record<string, ShareOptions>;

/** By whose runtime builds share modules: this package's, or the library's, so that an upgrade of that never waits for ours. */
export type FederationRuntime = 'own' | 'stock';

interface RemoteOptions {
  /** Global name of the container. */
  name: string;
  /** Modules by the name that hosts ask for, such as `./app`, each with the name of its chunk. */
  exposes: Record<string, { import: string[]; name: string }>;
  shared: Shares;
  /** Scopes that it takes of its host, where it shares in others than `default`. */
  shareScopes?: string[];
  runtime?: FederationRuntime;
}

/** Builds a remote: a container in {@link ENTRY} that shares by the runtime which its host provides. */
export const remoteFederation = ({
  name,
  exposes,
  shared,
  shareScopes,
  runtime = 'own',
}: RemoteOptions): WebpackPluginInstance[] => {
  const options = {
    ...common(shared),
    name,
    filename: ENTRY,
    exposes,
    ...(shareScopes && { shareScope: shareScopes }),
  };
  if (runtime === 'stock') return [new ModuleFederationPlugin(options)];
  return [
    new ModuleFederationPlugin({ ...options, experiments }),
    new ReplacedSharing(name),
    new ReplacedStart(shareScopes ? 'scopes' : 'start'),
  ];
};

interface HostOptions {
  /** Name under which the build shares. */
  name: string;
  shared: Shares;
  runtime?: FederationRuntime;
}

/** Builds a host: it brings the runtime, and its own copies of what it shares. */
export const hostFederation = ({ name, shared, runtime = 'own' }: HostOptions): WebpackPluginInstance[] => {
  const options = { ...common(shared), name };
  if (runtime === 'stock') return [new ModuleFederationPlugin(options)];
  return [
    new ModuleFederationPlugin({ ...options, experiments }),
    new ReplacedSharing(name),
    new ReplacedStart('host'),
  ];
};

/** Measured: the library's default `version-first` blanks every page while one remote is down. */
const common = (shared: Shares) =>
  ({ shared: checkedShares(shared), shareStrategy: 'loaded-first', dts: false, manifest: false }) as const;

/** Remotes are loaded as containers, so the runtime that builds share modules by needs no part that loads them. */
const experiments = { optimization: { target: 'web', disableSnapshot: true, disableRemote: true } } as const;

/** @throws when a share is eager: the runtime gives modules to chunks alone */
function checkedShares(shared: Shares): Shares {
  for (const [name, options] of Object.entries(shared)) {
    if ('eager' in options)
      throw new Error(
        `"${name}" is shared with "eager". Leave it out, and start by import(): builds of this package have no eager shares (decision 95).`,
      );
  }
  return shared;
}
