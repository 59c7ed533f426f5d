import { join } from 'node:path';
import { containerName } from '@wholepage/federation/container';
import { ChunkLoading } from '@wholepage/federation/webpack/chunk-loading';
import { exposedInEntry } from '@wholepage/federation/webpack/exposed-chunk';
import { hostFederation, remoteFederation } from '@wholepage/federation/webpack/federation';
import { runtimeOf } from '@wholepage/federation/webpack/runtime';
import CssMinimizerPlugin from 'css-minimizer-webpack-plugin';
import type { TransformOptions as EsbuildOptions } from 'esbuild';
import MiniCssExtractPlugin from 'mini-css-extract-plugin';
import TerserPlugin from 'terser-webpack-plugin';
import type { Configuration } from 'webpack';
import webpack from 'webpack';
import { packageDir } from '../../paths';
import { type AppDefinition, bundlerPolicy } from '../app';
import { EmitFolder } from './emit-folder';
import { exposesOf } from './exposes';
import { ownReact } from './installed';
import { PageStyles } from './page-styles';
import { rules } from './rules';
import { sharedBy } from './shared-packages';

export interface BuildOptions {
  outDir: string;
  /** Where the files will be served from, with a trailing slash. */
  publicPath: string;
  development: boolean;
  /** For a development server that swaps modules. */
  hot?: boolean;
}

/** Named by its content, so that what did not change keeps its address; plain where modules are swapped in place. */
const assetName = ({ hot }: BuildOptions): string => (hot ? '[name]' : 'assets/[name].[contenthash:12]');

/**
 * In development within the file, so that the hash in its name covers the map: two maps of equal code may differ. Else beside
 * it, and the file does not name it: `source-maps.ts` takes it out of the release.
 */
const sourceMap = ({ development, hot = false }: Pick<BuildOptions, 'development' | 'hot'>) => {
  if (!development) return 'hidden-source-map';
  return hot ? 'source-map' : 'inline-cheap-module-source-map';
};

const base = (app: AppDefinition, { outDir, publicPath, development, hot = false }: BuildOptions): Configuration => ({
  context: packageDir(app.name),
  mode: development ? 'development' : 'production',
  devtool: sourceMap({ development, hot }),
  resolve: { extensions: ['.tsx', '.ts', '.js'], alias: ownReact(app.name) },
  output: { path: outDir, publicPath, uniqueName: app.name },
  performance: { hints: false },
  infrastructureLogging: { level: 'error' },
});

/** These are compiled programs with threads of their own: processes for them, which start again in each build, cost more than they give. */
const minimizer = [
  new TerserPlugin({
    minify: TerserPlugin.swcMinify,
    parallel: false,
    terserOptions: { compress: { passes: 2 }, mangle: true, ecma: 2020 },
  }),
  new CssMinimizerPlugin({ minify: CssMinimizerPlugin.lightningCssMinify, parallel: false }),
];

/**
 * One file, which each change builds again: a third of the processor time that the browsers' takes. It leaves unused functions
 * within others where they are: 170 kB that nobody downloads, 1.2 MB in each process that runs it. One ₹ as it is would make
 * all of the text two bytes a letter in memory: 2 MB more.
 */
const serverMinimizer = new TerserPlugin<EsbuildOptions>({
  minify: TerserPlugin.esbuildMinify,
  parallel: false,
  terserOptions: { charset: 'ascii' },
});

/** All of React in one file: it changes with React's version only, and a remote that needs its own needs all of it. */
const reactChunk = {
  test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/,
  name: 'react',
  chunks: 'all',
  enforce: true,
} as const;

/** What several pages use, as the bundler has it unless a setting says otherwise, but for their styles. */
const sharedScripts = {
  type: /^javascript\//,
  minChunks: 2,
  priority: -20,
  reuseExistingChunk: true,
  idHint: '',
} as const;

/** All roots of a page use one build of React: that for production, unless a remote is developed alone. */
const reactBuild = ({ hot = false }: BuildOptions): string => (hot ? 'development' : 'production');

const extractStyles = (options: BuildOptions) =>
  new MiniCssExtractPlugin({
    filename: `${assetName(options)}.css`,
    chunkFilename: `${assetName(options)}.css`,
    // Cascade layers order what must be ordered; within a layer every class belongs to one component.
    ignoreOrder: true,
  });

/** Not where modules are swapped, or read by people: there no file stays what it was. */
const hasOwnLoader = ({ development }: BuildOptions): boolean => !development && runtimeOf() === 'own';

const browser = (app: AppDefinition, options: BuildOptions) => {
  const common = base(app, options);
  const byPage = new PageStyles();
  // Styles that are swapped while a page stays open stay with the chunk that they came with.
  const groups = !options.hot && {
    styles: byPage.cacheGroup,
    default: sharedScripts,
    exposed: exposedInEntry(containerName(app.name)),
  };
  const policyName = bundlerPolicy(app.name);
  return {
    ...common,
    plugins: [extractStyles(options), byPage, ...(hasOwnLoader(options) ? [new ChunkLoading(policyName)] : [])],
    target: ['web', 'es2022'],
    module: { rules: rules({ target: 'browser', ...options }) },
    output: {
      ...common.output,
      filename: '[name].js',
      chunkFilename: `${assetName(options)}.js`,
      trustedTypes: { policyName, onPolicyCreationFailure: 'continue' },
      crossOriginLoading: 'anonymous',
      chunkLoadTimeout: 15_000,
    },
    optimization: {
      splitChunks: { chunks: 'async', cacheGroups: { react: reactChunk, ...groups } },
      minimizer,
      chunkIds: 'deterministic',
      moduleIds: 'deterministic',
      realContentHash: true,
      nodeEnv: reactBuild(options),
    },
  } satisfies Configuration;
};

/** @param app whose React the host brings */
const hostFor = (app: string, name: string) =>
  hostFederation({ name: containerName(name), shared: sharedBy(app), runtime: runtimeOf() });

/** What ships to browsers: a federation container (remotes) or the frame (shell). */
export function browserConfig(app: AppDefinition, options: BuildOptions): Configuration {
  const { plugins, ...config } = browser(app, options);
  if (app.kind === 'remote') {
    const federation = remoteFederation({
      name: containerName(app.name),
      exposes: exposesOf(app.name),
      shared: sharedBy(app.name, options.hot),
      runtime: runtimeOf(),
    });
    return { ...config, entry: {}, plugins: [...federation, ...plugins] };
  }
  const siteFiles = app.siteFiles ? [new EmitFolder(app.siteFiles, 'site')] : [];
  return {
    ...config,
    entry: { main: './browser/main.ts' },
    plugins: [...hostFor(app.name, app.name), ...siteFiles, ...plugins],
  };
}

/** The stage on which a remote is shown alone; a host like the shell. */
export function standaloneConfig(app: AppDefinition, options: BuildOptions): Configuration {
  const { plugins, ...config } = browser(app, options);
  return {
    ...config,
    entry: { standalone: './src/standalone.tsx' },
    output: { ...config.output, uniqueName: `${app.name}-standalone` },
    plugins: [...hostFor(app.name, `${app.name}-standalone`), ...plugins],
  };
}

/** What the composer runs: one self-contained ES module that exports `render`. */
export function nodeConfig(app: AppDefinition, options: BuildOptions): Configuration {
  const common = base(app, options);
  return {
    ...common,
    target: 'node26',
    entry: { render: app.kind === 'remote' ? './src/render.tsx' : './frame-server/render.tsx' },
    module: { rules: rules({ target: 'node', ...options }) },
    experiments: { outputModule: true },
    output: {
      ...common.output,
      path: join(options.outDir, 'node'),
      filename: '[name].mjs',
      module: true,
      chunkFormat: 'module',
      library: { type: 'module' },
    },
    optimization: {
      minimizer: [serverMinimizer],
      minimize: !options.development,
      // Alone in its file it needs no function of its own, but all else would be parsed again to see whose names it has.
      avoidEntryIife: false,
      nodeEnv: reactBuild(options),
    },
    plugins: [new webpack.optimize.LimitChunkCountPlugin({ maxChunks: 1 })],
  };
}
