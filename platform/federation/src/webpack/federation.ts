import { ModuleFederationPlugin } from '@module-federation/enhanced/webpack';
import type { WebpackPluginInstance } from 'webpack';
import type { Runtime } from './runtime';
import { ReplacedModules } from './sharing/replaced-modules';
import { ReplacedSharing } from './sharing/replaced-sharing';
import { checkedShares, type Shares } from './sharing/share-options';
import { leaveOutTypesPlugin, nameWebpack, startBy, UNNEEDED } from './unpromised';

export type { Shares };

/** The script with which our own host begins to load a remote. */
export const ENTRY = 'entry.js';

/** Measured: the library's default `version-first` blanks every page while one remote is down. */
const common = (shared: Shares) =>
  ({ shared: checkedShares(shared), shareStrategy: 'loaded-first', dts: false, manifest: false }) as const;

/** Remotes are loaded as containers, so the runtime that builds share modules by needs no part that loads them. */
const experiments = { optimization: { target: 'web', disableSnapshot: true, disableRemote: true } } as const;

nameWebpack();
leaveOutTypesPlugin();

interface RemoteOptions {
  /** Global name of the container. */
  name: string;
  /** Modules by the name that hosts ask for, such as `./app`, each with the name of its chunk. */
  exposes: Record<string, { import: string[]; name: string }>;
  shared: Shares;
  /** Scopes that it takes of its host, where it shares in others than `default`. */
  shareScopes?: string[];
  runtime?: Runtime;
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
    new ReplacedModules([startBy(shareScopes ? 'scopes' : 'start')]),
  ];
};

interface HostOptions {
  /** Name under which the build shares. */
  name: string;
  shared: Shares;
  runtime?: Runtime;
}

/** Builds a host: it brings the runtime, and its own copies of what it shares. */
export const hostFederation = ({ name, shared, runtime = 'own' }: HostOptions): WebpackPluginInstance[] => {
  const options = { ...common(shared), name };
  if (runtime === 'stock') return [new ModuleFederationPlugin(options)];
  return [
    new ModuleFederationPlugin({ ...options, experiments }),
    new ReplacedSharing(name),
    new ReplacedModules([startBy('host'), ...UNNEEDED]),
  ];
};
