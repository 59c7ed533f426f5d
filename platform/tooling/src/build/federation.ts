import { existsSync } from 'node:fs';
import { createRequire, Module } from 'node:module';
import { join } from 'node:path';
import { ModuleFederationPlugin } from '@module-federation/enhanced/webpack';
import { containerName } from 'federation/container';
import webpack from 'webpack';
import { packageDir } from '../paths';
import { EXPOSED_CHUNK, FRAGMENTS_CHUNK } from './exposed-chunk';
import { installedVersion } from './installed';
import { ReplacedSharing } from './replaced-sharing';

/** What roots share; the first part of each is the package that its version is of. */
const SHARED = ['react', 'react-dom', 'react-dom/client', 'react/jsx-runtime'];

/**
 * React is shared between roots of one minor version: the server's HTML is hydrated by what made it, patches aside. A
 * remote on another brings its own, all of it; one that has no React asks for none.
 */
function sharedBy(app: string, hot = false) {
  // Components are swapped by the development build of React, which a page of the live site does not have.
  const version = hot ? undefined : installedVersion(app, 'react');
  return version ? Object.fromEntries(SHARED.map((name) => [name, { requiredVersion: `~${version}` }])) : {};
}

/** Measured: the default `version-first` blanks every page while one remote is down. */
const common = (app: string, hot = false) =>
  ({ shared: sharedBy(app, hot), shareStrategy: 'loaded-first', dts: false, manifest: false }) as const;

/** Remotes are loaded as containers, so the runtime that builds share modules by needs no part that loads them. */
const experiments = { optimization: { target: 'web', disableSnapshot: true, disableRemote: true } } as const;

/** What the federation's plugin has every build run first: a file that it writes, and that brings all of its runtime. */
const FULL_START = /[\\/]\.federation[\\/]entry\.[0-9a-f]+\.js$/;
const { resolve, cache } = createRequire(import.meta.url);

/** The plugin would find it by what a compiler without a configuration throws: four times a second of checking in each build. */
process.env['FEDERATION_WEBPACK_PATH'] ??= resolve('webpack');

/**
 * What would describe types to other builds, with a WebSocket server and an HTTP client: the plugin loads it even where `dts` is
 * off, for a quarter of a second in each process.
 */
const typesPlugin = createRequire(resolve('@module-federation/enhanced/webpack')).resolve(
  '@module-federation/dts-plugin',
);
cache[typesPlugin] ??= Object.assign(new Module(typesPlugin), { loaded: true });

/** What the runtime brings along for tools and for parts that no page has, and what stands for it, by who asks for it. */
const LESS = [
  { asker: /[\\/]sdk[\\/]dist$/, request: /^\.\/logger\.js$/, instead: resolve('federation/federation-log') },
  { asker: /[\\/]error-codes[\\/]dist$/, request: /^\.\/desc\.mjs$/, instead: resolve('federation/federation-errors') },
];

const FRAGMENTS_SOURCE = './src/fragments.tsx';

/** What others may ask of a remote: its pages and, where it has any, its fragments. */
const exposesOf = (app: string) => ({
  './app': { import: ['./src/app.tsx'], name: EXPOSED_CHUNK },
  ...(existsSync(join(packageDir(app), FRAGMENTS_SOURCE)) && {
    './fragments': { import: [FRAGMENTS_SOURCE], name: FRAGMENTS_CHUNK },
  }),
});

/** A remote exposes one module, and shares by the runtime that its host provides. @param hot it shares nothing */
export const remoteFederation = (app: string, hot = false) => [
  new ModuleFederationPlugin({
    ...common(app, hot),
    name: containerName(app),
    filename: 'remoteEntry.js',
    exposes: exposesOf(app),
    experiments,
  }),
  new ReplacedSharing(containerName(app)),
  new webpack.NormalModuleReplacementPlugin(FULL_START, resolve('federation/federation-start')),
];

/** A host (the shell, or the stage of a remote alone) brings the runtime and the app's React. @param app whose build it is */
export const hostFederation = (app: string, name = app) => [
  new ModuleFederationPlugin({ ...common(app), name: containerName(name), experiments }),
  new ReplacedSharing(containerName(name)),
  new webpack.NormalModuleReplacementPlugin(FULL_START, resolve('federation/federation-host')),
  ...LESS.map(
    ({ asker, request, instead }) =>
      new webpack.NormalModuleReplacementPlugin(request, (asked) => {
        if (asker.test(asked.context)) asked.request = instead;
      }),
  ),
];
