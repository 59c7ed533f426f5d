import { createRequire, Module } from 'node:module';
import { ModuleFederationPlugin } from '@module-federation/enhanced/webpack';
import webpack, { type WebpackPluginInstance } from 'webpack';
import { ReplacedSharing } from './replaced-sharing';
import type { Runtime } from './runtime';

/** The script with which our own host begins to load a remote. */
export const ENTRY = 'entry.js';

/** What a build shares: requests, each with the range of versions that it takes of others. */
export type Shares = Record<string, { requiredVersion: string }>;

/** Measured: the library's default `version-first` blanks every page while one remote is down. */
const common = (shared: Shares) => ({ shared, shareStrategy: 'loaded-first', dts: false, manifest: false }) as const;

/** Remotes are loaded as containers, so the runtime that builds share modules by needs no part that loads them. */
const experiments = { optimization: { target: 'web', disableSnapshot: true, disableRemote: true } } as const;

/** The plugin has every build run this file first: it writes it, and it brings all of the library's runtime. */
const FULL_START = /[\\/]\.federation[\\/]entry\.[0-9a-f]+\.js$/;
const { resolve, cache } = createRequire(import.meta.url);

/** Without it the plugin finds webpack by what a compiler without a configuration throws: four times a second of checking. */
process.env['FEDERATION_WEBPACK_PATH'] ??= resolve('webpack');

/**
 * The plugin loads the one for types even where `dts` is off: a WebSocket server and an HTTP client, a quarter of a second in
 * each process.
 */
const typesPlugin = createRequire(resolve('@module-federation/enhanced/webpack')).resolve(
  '@module-federation/dts-plugin',
);
cache[typesPlugin] ??= Object.assign(new Module(typesPlugin), { loaded: true });

/** Parts of the library's runtime that no page needs, and what stands for them, by the module that asks for them. */
const MODULE_REPLACEMENTS = [
  {
    asker: /[\\/]sdk[\\/]dist$/,
    request: /^\.\/logger\.js$/,
    instead: resolve('@wholepage/federation/federation-log'),
  },
  {
    asker: /[\\/]error-codes[\\/]dist$/,
    request: /^\.\/desc\.mjs$/,
    instead: resolve('@wholepage/federation/federation-errors'),
  },
];

interface RemoteOptions {
  /** Global name of the container. */
  name: string;
  /** Modules by the name that hosts ask for, such as `./app`, each with the name of its chunk. */
  exposes: Record<string, { import: string[]; name: string }>;
  shared: Shares;
  runtime?: Runtime;
}

/** Builds a remote: a container in {@link ENTRY} that shares by the runtime which its host provides. */
export const remoteFederation = ({
  name,
  exposes,
  shared,
  runtime = 'own',
}: RemoteOptions): WebpackPluginInstance[] => {
  const options = { ...common(shared), name, filename: ENTRY, exposes };
  if (runtime === 'stock') return [new ModuleFederationPlugin(options)];
  return [
    new ModuleFederationPlugin({ ...options, experiments }),
    new ReplacedSharing(name),
    new webpack.NormalModuleReplacementPlugin(FULL_START, resolve('@wholepage/federation/federation-start')),
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
    new webpack.NormalModuleReplacementPlugin(FULL_START, resolve('@wholepage/federation/federation-host')),
    ...MODULE_REPLACEMENTS.map(
      ({ asker, request, instead }) =>
        new webpack.NormalModuleReplacementPlugin(request, (asked) => {
          if (asker.test(asked.context)) asked.request = instead;
        }),
    ),
  ];
};
