import ReactRefreshPlugin from '@pmmmwh/react-refresh-webpack-plugin';
import type { Configuration } from 'webpack';
import { codeFile } from '../../paths';

/**
 * A build whose components are swapped, with their state kept, while the page stays open.
 * @param library each build of a page has a refresh runtime of its own, for it has a React of its own
 */
const hot = (config: Configuration, library: string, entry: RegExp, loader: string): Configuration => ({
  ...config,
  module: {
    rules: [
      ...(config.module?.rules ?? []),
      { test: entry, enforce: 'post', loader: codeFile(import.meta.url, loader) },
    ],
  },
  // The development server shows the errors of a build itself.
  plugins: [...(config.plugins ?? []), new ReactRefreshPlugin({ overlay: false, library })],
  // A build with a mistake is not handed to the page: the modules in it would stay broken after it was mended.
  optimization: { ...config.optimization, moduleIds: 'named', emitOnErrors: false },
  stats: 'minimal',
});

/** The stage's build. */
export const hotStage = (config: Configuration): Configuration =>
  hot(config, 'stage', /[\\/]src[\\/]standalone\.tsx$/, './hot-stage-loader');

/** A remote's build, for the stage and for the whole site. A change of anything else (a route, how a page loads its data) mounts it again. */
export const hotRemote = (config: Configuration): Configuration =>
  hot(config, 'remote', /[\\/]src[\\/]app\.tsx$/, './hot-app-loader');
