import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, parse } from 'node:path';
import { promisify } from 'node:util';
import { containerName } from '@wholepage/federation/container';
import {
  ChunkLoading,
  EXPOSED_CHUNK,
  exposedInEntry,
  FRAGMENTS_CHUNK,
  hostFederation,
  remoteFederation,
  type Shares,
} from '@wholepage/federation/webpack/federation';
import CssMinimizerPlugin from 'css-minimizer-webpack-plugin';
import type { TransformOptions as EsbuildOptions } from 'esbuild';
import MiniCssExtractPlugin from 'mini-css-extract-plugin';
import TerserPlugin from 'terser-webpack-plugin';
import type { Chunk, Compilation, Compiler, Configuration, Module, RuleSetRule } from 'webpack';
import webpack from 'webpack';
import { codeFile, filesBelow, packageDir, readPackage } from '../../paths';
import { type AppDefinition, bundlerPolicy, plainName, styleDigest } from '../app';
import { runtimeOf } from '../reuse/reuse';

export interface BuildOptions {
  outDir: string;
  /** Where the files will be served from, with a trailing slash. */
  publicPath: string;
  /** The same for pictures and the like; where all files are, unless given. */
  mediaPath?: string;
  development: boolean;
  /** For a development server that swaps modules. */
  hot?: boolean;
}

/** Named by its content, so that what did not change keeps its address; plain where modules are swapped in place. */
const assetName = ({ hot }: BuildOptions): string => (hot ? '[name]' : 'assets/[name].[contenthash:12]');

/**
 * In development within the file, so that the hash in its name covers the map: two maps of equal code may differ. Else beside
 * it, and the file does not name it: `release-files.ts` takes it out of the release.
 */
const sourceMap = ({ development, hot = false }: Pick<BuildOptions, 'development' | 'hot'>) => {
  if (!development) return 'hidden-source-map';
  return hot ? 'source-map' : 'inline-cheap-module-source-map';
};

const base = (app: AppDefinition, { outDir, publicPath, development, hot = false }: BuildOptions): Configuration => ({
  context: packageDir(app.name),
  mode: development ? 'development' : 'production',
  devtool: sourceMap({ development, hot }),
  resolve: { extensions: ['.tsx', '.ts', '.jsx', '.js', '.json'], alias: ownReact(app.name) },
  output: { path: outDir, publicPath, uniqueName: app.name },
  performance: { hints: false },
  infrastructureLogging: { level: 'error' },
});

/**
 * Without any it writes what no browser reads yet: a timeline within `animation`, which makes the whole line void in Chromium 156. Encoded as
 * Lightning CSS has them: the first version above each that has all that our styles cannot do without.
 */
const cssTargets = { chrome: 123 << 16, firefox: 128 << 16, safari: (17 << 16) | (5 << 8) };

/** These are compiled programs with threads of their own: processes for them, which start again in each build, cost more than they give. */
const minimizer = [
  new TerserPlugin({
    minify: TerserPlugin.swcMinify,
    parallel: false,
    // A script is named by its bytes, and holds no name of its own.
    extractComments: { banner: 'Licences: at this address with ".LICENSE.txt"' },
    terserOptions: { compress: { passes: 3 }, mangle: true, ecma: 2020 },
  }),
  new CssMinimizerPlugin({
    minify: CssMinimizerPlugin.lightningCssMinify,
    minimizerOptions: { targets: cssTargets },
    parallel: false,
  }),
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

/** The policy of pages would refuse them, and no container starts in one. */
export const refuseWorkers = (compiler: Compiler): void =>
  compiler.hooks.thisCompilation.tap('refuseWorkers', (compilation) => {
    compilation.hooks.afterChunks.tap('refuseWorkers', () => {
      for (const { origins } of compilation.asyncEntrypoints) {
        const from = origins[0]?.module?.nameForCondition();
        const what = `${from} starts a worker, and pages run none. Do its work in the page, in parts, or in a back end.`;
        compilation.errors.push(new webpack.WebpackError(what));
      }
    });
  });

/** Where packages find AMD, some, such as lodash, write to `window`. */
export const withoutAmd = new webpack.DefinePlugin({ 'typeof define': '"undefined"' });

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
    plugins: [
      ...[extractStyles(options), byPage, refuseWorkers, withoutAmd],
      ...(hasOwnLoader(options) ? [new ChunkLoading(policyName)] : []),
    ],
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

/** What ships to browsers: a federation container (remotes) or the layout (shell). */
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
  const siteFiles = app.siteFiles ? [emitFolder(app.siteFiles, 'site')] : [];
  return {
    ...config,
    entry: { main: './browser/main.ts' },
    plugins: [...hostFor(app.name, app.name), ...siteFiles, ...plugins],
  };
}

/** The page on which a remote is shown alone; a host like the shell. */
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
    entry: { render: app.kind === 'remote' ? './src/render.tsx' : './layout-server/render.tsx' },
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

/** Ships all files below a folder under their own names, for addresses that others know (favicon, share picture). */
export const emitFolder = (from: string, to: string) => (compiler: Compiler) =>
  compiler.hooks.thisCompilation.tap('emitFolder', (compilation) => {
    compilation.hooks.additionalAssets.tap('emitFolder', () => {
      for (const name of filesBelow(from, [])) {
        const source = join(from, name);
        compilation.fileDependencies.add(source);
        compilation.emitAsset(`${to}/${name}`, new webpack.sources.RawSource(readFileSync(source)));
      }
    });
  });

/** What styles are to the bundler once they are taken out of scripts. */
const STYLES = 'css/mini-extract';
const isPage = (name: string | null | undefined): name is string => /^(page|fragment)-/.test(name ?? '');

/** @returns the page without which nobody loads this chunk; undefined when there are several, or another way to it */
function pageOf(chunk: Chunk): string | undefined {
  const pages = new Set<string>();
  const groups = new Set(chunk.groupsIterable);
  // A set is also walked through what is added on the way.
  for (const group of groups) {
    const parents = [...group.parentsIterable];
    if (isPage(group.name)) pages.add(group.name);
    else if (parents.length === 0) return undefined;
    else for (const parent of parents) groups.add(parent);
  }
  const [page, ...others] = pages;
  return others.length === 0 ? page : undefined;
}

/** The chunk with which these styles are wanted. */
const homeOf = (chunk: Chunk): string | undefined => (chunk.name === 'layout' ? 'main' : pageOf(chunk));

/**
 * Makes one file of all styles that a page needs before its first paint, and one of those around every page. A browser
 * paints when the last file is there, and on a slow line each waits for a connection. Styles that pages have in common
 * are in the file of each. Styles of parts that a page loads later are in its file, too, because the server's HTML has
 * those parts.
 */
export class PageStyles {
  private compilation: Compilation | undefined;

  /** The bundler tells its chunks to plugins alone. */
  apply(compiler: Compiler): void {
    compiler.hooks.thisCompilation.tap('PageStyles', (compilation) => {
      this.compilation = compilation;
    });
  }

  /** For `splitChunks.cacheGroups`: the chunks that a module's styles are put into. */
  readonly cacheGroup = (module: Module) => {
    if (!this.compilation || module.type !== STYLES) return [];
    const homes = new Set([...this.compilation.chunkGraph.getModuleChunksIterable(module)].map(homeOf));
    return [...homes].flatMap((name) =>
      name === undefined ? [] : [{ name, enforce: true, chunks: (chunk: Chunk) => homeOf(chunk) === name }],
    );
  };
}

/** What roots share; the first part of each is the package that its version is of. */
const SHARED = ['react', 'react-dom', 'react-dom/client', 'react/jsx-runtime'];

/**
 * React is shared between roots of one minor version: the server's HTML is hydrated by what made it, patches aside. A
 * remote on another brings its own, all of it; one that has no React asks for none.
 * @param hot components are swapped by the development build of React, which a page of the live site does not have
 */
function sharedBy(app: string, hot = false): Shares {
  const dir = hot ? undefined : installedDir(app, 'react');
  if (!dir) return {};
  const { version } = readPackage(dir);
  return Object.fromEntries(SHARED.map((name) => [name, { requiredVersion: `~${version}` }]));
}

type RuleOptions = Pick<BuildOptions, 'publicPath' | 'mediaPath' | 'hot'> & { target: 'browser' | 'node' };

const local = createRequire(import.meta.url).resolve;

const FILES = /\.(woff2?|ttf|otf|svg|png|jpe?g|gif|ico|avif|webp|mp4|webm|mp3|pdf)$/;

/** How every app's sources are read: TypeScript, CSS Modules, content, files. */
export function rules({ target, publicPath, mediaPath, hot = false }: RuleOptions): RuleSetRule[] {
  const cssModules = {
    namedExport: false,
    exportOnlyLocals: target === 'node',
    getLocalIdent: ({ resourcePath }: { resourcePath: string }, _template: string, name: string) =>
      `${name}-${styleDigest(resourcePath)}`,
  };
  const extract = target === 'browser' ? [MiniCssExtractPlugin.loader] : [];
  const file: RuleSetRule = {
    type: 'asset/resource',
    generator: {
      filename: ({ filename = '' }) => `assets/${plainName(parse(filename).name)}.[contenthash:12][ext]`,
      ...(mediaPath && { publicPath: mediaPath }),
      emit: target === 'browser',
    },
  };
  return [
    { test: /node_modules[\\/]@module-federation[\\/]/, sideEffects: false },
    {
      test: /\.(tsx?|jsx)$/,
      loader: local('swc-loader'),
      options: {
        jsc: {
          parser: { syntax: 'typescript', tsx: true },
          // The development runtime works with the development build of React only, which the shell does not bring.
          transform: { react: { runtime: 'automatic', development: hot, refresh: hot } },
          target: target === 'node' ? 'es2023' : 'es2022',
        },
      },
    },
    {
      test: /\.content\.json$/,
      type: 'javascript/auto',
      loader: codeFile(import.meta.url, '../../content/content-loader'),
      options: { publicPath: mediaPath ?? publicPath, emit: target === 'browser' },
    },
    {
      test: /\.module\.css$/,
      use: [...extract, { loader: local('css-loader'), options: { modules: cssModules } }],
    },
    {
      test: /\.css$/,
      exclude: /\.module\.css$/,
      ...(extract.length ? { use: [...extract, local('css-loader')], sideEffects: true } : { type: 'asset/source' }),
    },
    { test: FILES, ...file },
    // What `url()` or `new URL()` names is a file, whatever its ending.
    { dependency: 'url', scheme: { not: 'data' }, exclude: FILES, ...file },
    // Addresses of files are the same on the server: none is absolute.
    { test: /\.[cm]?[jt]sx?$/, parser: { url: 'relative' } },
  ];
}

const FRAGMENTS_SOURCE = './src/fragments.tsx';

/** What others may ask of a remote: its pages and, where it has any, its fragments. */
export const exposesOf = (app: string) => ({
  './app': { import: ['./src/app.tsx'], name: EXPOSED_CHUNK },
  ...(existsSync(join(packageDir(app), FRAGMENTS_SOURCE)) && {
    './fragments': { import: [FRAGMENTS_SOURCE], name: FRAGMENTS_CHUNK },
  }),
});

/** What the shell calls of a remote's `./app`. */
export const LIFECYCLES = ['bootstrap', 'mount', 'unmount'] as const;

/**
 * Holds a remote to what the shell calls: without `unmount`, its page would stay under the next one.
 * @param source the file that is exposed as `./app`
 * @throws BuildError naming what is not exported
 */
export function requireLifecycles({ modules, moduleGraph }: Compilation, app: string, source: string): void {
  // webpack writes a zero before a "#" of a folder's name.
  const exposed = [...modules].find((module) => module.nameForCondition()?.replaceAll('\0', '') === source);
  const provided = exposed && moduleGraph.getProvidedExports(exposed);
  if (!Array.isArray(provided)) return;
  const missing = LIFECYCLES.filter((lifecycle) => !provided.includes(lifecycle));
  if (missing.length > 0)
    throw new BuildError(
      `${app} cannot be mounted: ${source} exports no ${missing.join(', no ')}. Export what createRemote() or createRoutedRemote() of the kit gives.`,
    );
}

/** Folder of a package as this app has it; undefined when it has none. */
function installedDir(app: string, name: string): string | undefined {
  try {
    return dirname(createRequire(join(packageDir(app), 'package.json')).resolve(`${name}/package.json`));
  } catch {
    return undefined;
  }
}

/**
 * All of a build uses the app's own React. Packages of this workspace that take it as a peer have one of their own
 * installed beside them. Two in one root fail at the first hook.
 */
const ownReact = (app: string): Record<string, string> =>
  Object.fromEntries(
    ['react', 'react-dom'].flatMap((name) => {
      const dir = installedDir(app, name);
      return dir ? [[name, dir]] : [];
    }),
  );

/** A build that did not succeed. The message holds what webpack said, file by file. */
export class BuildError extends Error {
  override name = 'BuildError';
}

/** What to do about errors for which webpack advises settings that an app does not have. */
const ADVICE: readonly (readonly [said: RegExp, advice: string])[] = [
  [
    /"node:"|resolve\.fallback/,
    'Pages run without Node’s modules, on the server, too: let a back end do it, and `load` fetch what it answers.',
  ],
  [
    /appropriate loader/,
    'Builds take TypeScript, JSX, JSON, CSS, CSS modules and pictures: have a program make one of these from it before.',
  ],
];

const inWords = (said: string): string =>
  [said, ...ADVICE.filter(([pattern]) => pattern.test(said)).map(([, advice]) => advice)].join('\n');

/** Runs a compiler once; it may be run again, and reads only what changed then. @throws BuildError */
export async function runCompiler(compiler: Compiler): Promise<Compilation> {
  const stats = await promisify(compiler.run.bind(compiler))().catch((cause: Error) => {
    throw new BuildError(cause.message, { cause });
  });
  if (!stats) throw new BuildError('webpack ended without a result');
  if (stats.hasErrors()) throw new BuildError(inWords(stats.toString({ preset: 'errors-only', colors: false })));
  return stats.compilation;
}

/** @throws BuildError when there is none for this configuration */
export function compilerOf(config: Configuration): Compiler {
  const compiler = webpack(config);
  if (!compiler) throw new BuildError('webpack gave no compiler for this configuration');
  return compiler;
}

/** Ends a compiler, when it has written down what it keeps. */
export const closeCompiler = (compiler: Compiler): Promise<void> => promisify(compiler.close.bind(compiler))();

/** Runs one webpack build to its end. @throws BuildError */
export async function runWebpack(config: Configuration): Promise<Compilation> {
  const compiler = compilerOf(config);
  return runCompiler(compiler).finally(() => closeCompiler(compiler));
}
