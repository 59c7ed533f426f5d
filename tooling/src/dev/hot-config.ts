import { fileURLToPath } from 'node:url';
import ReactRefreshPlugin from '@pmmmwh/react-refresh-webpack-plugin';
import type { Configuration, ExternalItemFunctionData } from 'webpack';

const local = (file: string): string => fileURLToPath(new URL(file, import.meta.url));

/** A build whose components are swapped, with their state kept, while the page stays open. */
const hot = (config: Configuration, entry: RegExp, loader: string): Configuration => ({
  ...config,
  module: { rules: [...(config.module?.rules ?? []), { test: entry, enforce: 'post', loader: local(loader) }] },
  // The development server shows the errors of a build itself.
  plugins: [...(config.plugins ?? []), new ReactRefreshPlugin({ overlay: false, library: 'page' })],
  // A build with a mistake is not handed to the page: the modules in it would stay broken after it was mended.
  optimization: { ...config.optimization, moduleIds: 'named', emitOnErrors: false },
  stats: 'minimal',
});

/** The stage's build. It brings the page's one refresh runtime, ready before React starts. */
export function hotStage(config: Configuration): Configuration {
  const { standalone } = config.entry as { standalone: string };
  return {
    ...hot(config, /[\\/]src[\\/]standalone\.tsx$/, './hot-stage-loader.ts'),
    entry: { standalone: [local('./refresh-runtime.ts'), standalone] },
  };
}

/**
 * A remote's build. What is no component (a route, how a page loads its data) mounts the remote anew.
 *
 * It uses the stage's refresh runtime: one of its own would start after React, and never learn of React's roots.
 */
export function hotRemote(config: Configuration): Configuration {
  return {
    ...hot(config, /[\\/]src[\\/]app\.tsx$/, './hot-app-loader.ts'),
    externals: [
      async ({ request }: ExternalItemFunctionData) =>
        /react-refresh[\\/]runtime/.test(request ?? '') ? 'var RefreshRuntime' : undefined,
    ],
  };
}
