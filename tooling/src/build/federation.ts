import { createRequire } from 'node:module';
import { ModuleFederationPlugin } from '@module-federation/enhanced/webpack';
import { containerName } from 'contracts/container';
import webpack from 'webpack';

/**
 * React is shared between roots when versions allow; a remote on another major brings its own.
 * Measured: the default `version-first` blanks every page while one remote is down.
 */
const shared = {
  react: { requiredVersion: '^19.0.0' },
  'react-dom': { requiredVersion: '^19.0.0' },
  'react-dom/client': { requiredVersion: '^19.0.0' },
  'react/jsx-runtime': { requiredVersion: '^19.0.0' },
};

const common = {
  shared,
  shareStrategy: 'loaded-first',
  dts: false,
  manifest: false,
} as const;

/** Remotes are loaded as containers, so the runtime that builds share modules by needs no part that loads them. */
const experiments = { optimization: { target: 'web', disableSnapshot: true, disableRemote: true } } as const;

/** What the federation's plugin puts into every build as its runtime. */
const FULL_RUNTIME = /[\\/]webpack-bundler-runtime[\\/]dist[\\/]bundler\.js$/;
const sharingRuntime = createRequire(import.meta.url).resolve('contracts/federation-runtime');

/** Name of the chunk that holds a remote's `./app`. */
export const EXPOSED_CHUNK = 'app';

/** A remote exposes one module, and shares by the runtime that its host provides. */
export const remoteFederation = (app: string) => [
  new ModuleFederationPlugin({
    ...common,
    name: containerName(app),
    filename: 'remoteEntry.js',
    exposes: { './app': { import: ['./src/app.tsx'], name: EXPOSED_CHUNK } },
    experiments,
  }),
  new webpack.ExternalsPlugin('global', ({ request }, callback) =>
    FULL_RUNTIME.test(request ?? '') ? callback(null, '_FEDERATION_SHARING_RUNTIME') : callback(),
  ),
];

/** A host (the shell, or the stage of a remote alone) brings the runtime and React. */
export const hostFederation = (name: string) => [
  new ModuleFederationPlugin({ ...common, name: containerName(name), experiments }),
  new webpack.NormalModuleReplacementPlugin(FULL_RUNTIME, sharingRuntime),
];
