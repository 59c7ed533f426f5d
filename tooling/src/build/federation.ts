import { ModuleFederationPlugin } from '@module-federation/enhanced/webpack';

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

/** The federation's runtime is copied into every container unless told otherwise; these keep it small. */
const optimization = { target: 'web', disableSnapshot: true, disableRemote: true } as const;

/** Name of the chunk that holds a remote's `./app`. */
export const EXPOSED_CHUNK = 'app';

const federationName = (app: string): string => app.replaceAll('-', '_');

/** A remote exposes one module and uses the runtime core that its host provides. */
export function remoteFederation(app: string) {
  return new ModuleFederationPlugin({
    ...common,
    name: federationName(app),
    filename: 'remoteEntry.js',
    exposes: { './app': { import: ['./src/app.tsx'], name: EXPOSED_CHUNK } },
    experiments: { externalRuntime: true, optimization },
  });
}

/** A host (the shell, or the stage of a remote alone) brings the runtime and React. */
export function hostFederation(name: string) {
  return new ModuleFederationPlugin({
    ...common,
    name: federationName(name),
    experiments: { optimization: { target: 'web', disableSnapshot: true } },
  });
}
