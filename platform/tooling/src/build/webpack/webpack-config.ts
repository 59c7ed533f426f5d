import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, parse } from 'node:path';
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
  /** Path that serves the files, with a trailing slash. */
  publicPath: string;
  /** Path of pictures and other media; default: `publicPath`. */
  mediaPath?: string;
  development: boolean;
  /** True for a development server that swaps modules. */
  hot?: boolean;
}

/** Returns the pattern of file names: content-addressed, or plain where modules are swapped in place. */
const assetName = ({ hot }: BuildOptions): string => (hot ? '[name]' : 'assets/[name].[contenthash:12]');

/**
 * In development the map is inside the file, so that the hash in its name covers it: maps of equal code may differ.
 * Otherwise it is beside the file, without a reference, and `release-files.ts` moves it out of the release.
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
 * Targets of Lightning CSS, in its encoding: the first versions with all features that our styles need. Without targets
 * it writes a timeline within `animation`, which Chromium 156 rejects.
 */
const cssTargets = { chrome: 123 << 16, firefox: 128 << 16, safari: (17 << 16) | (5 << 8) };

/** Minimizers are native programs with their own threads: processes for them would cost more than they save. */
const minimizer = [
  new TerserPlugin({
    minify: TerserPlugin.swcMinify,
    parallel: false,
    // Scripts are content-addressed, and must not contain their own name.
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
 * Minimizer of the server's file, which each change rebuilds: a third of the browser minimizer's processor time. It
 * leaves unused nested functions: 170 kB that nobody downloads, 1.2 MB in each process. ASCII only: a single ₹ would
 * make the whole text two bytes a letter in memory, 2 MB more.
 */
const serverMinimizer = new TerserPlugin<EsbuildOptions>({
  minify: TerserPlugin.esbuildMinify,
  parallel: false,
  terserOptions: { charset: 'ascii' },
});

/** Puts React into one file, which changes only with its version; a remote with its own React needs all of it. */
const reactChunk = {
  test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/,
  name: 'react',
  chunks: 'all',
  enforce: true,
} as const;

/** The bundler's default group of code shared by pages, without styles. */
const sharedScripts = {
  type: /^javascript\//,
  minChunks: 2,
  priority: -20,
  reuseExistingChunk: true,
  idHint: '',
} as const;

/** Returns React's build: one for all roots of a page, production unless a remote is developed alone. */
const reactBuild = ({ hot = false }: BuildOptions): string => (hot ? 'development' : 'production');

const extractStyles = (options: BuildOptions) =>
  new MiniCssExtractPlugin({
    filename: `${assetName(options)}.css`,
    chunkFilename: `${assetName(options)}.css`,
    // Cascade layers define the order; within a layer every class belongs to one component.
    ignoreOrder: true,
  });

/** Whether to use our chunk loader: not in development, where files change. */
const hasOwnLoader = ({ development }: BuildOptions): boolean => !development && runtimeOf() === 'own';

/** Refuses workers: the pages' policy forbids them, and containers cannot start in one. */
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

/** Disables AMD, with which some packages, such as lodash, write to `window`. */
export const withoutAmd = new webpack.DefinePlugin({ 'typeof define': '"undefined"' });

const browser = (app: AppDefinition, options: BuildOptions) => {
  const common = base(app, options);
  const byPage = new PageStyles();
  // Styles that are swapped in an open page stay with their chunk.
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

/** @param app whose React the host provides */
const hostFor = (app: string, name: string) =>
  hostFederation({ name: containerName(name), shared: sharedBy(app), runtime: runtimeOf() });

/** Returns the browser build: a federation container (remotes) or the layout (shell). */
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

/** Returns the build of a remote's standalone page, a host like the shell. */
export function standaloneConfig(app: AppDefinition, options: BuildOptions): Configuration {
  const { plugins, ...config } = browser(app, options);
  return {
    ...config,
    entry: { standalone: './src/standalone.tsx' },
    output: { ...config.output, uniqueName: `${app.name}-standalone` },
    plugins: [...hostFor(app.name, `${app.name}-standalone`), ...plugins],
  };
}

/** Returns the server build: one self-contained ES module that exports `render`. */
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
      // The entry is alone in its file; avoiding its function would reparse all modules to compare names.
      avoidEntryIife: false,
      nodeEnv: reactBuild(options),
    },
    plugins: [new webpack.optimize.LimitChunkCountPlugin({ maxChunks: 1 })],
  };
}

/** Emits all files below a folder under their own names, for well-known addresses (favicon, share picture). */
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

/** Module type of extracted styles. */
const STYLES = 'css/mini-extract';
const isPage = (name: string | null | undefined): name is string => /^(page|fragment)-/.test(name ?? '');

/** Returns the only page that loads a chunk; undefined when there are several, or another parent. */
function pageOf(chunk: Chunk): string | undefined {
  const pages = new Set<string>();
  const groups = new Set(chunk.groupsIterable);
  // Iterating a set includes entries added meanwhile.
  for (const group of groups) {
    const parents = [...group.parentsIterable];
    if (isPage(group.name)) pages.add(group.name);
    else if (parents.length === 0) return undefined;
    else for (const parent of parents) groups.add(parent);
  }
  const [page, ...others] = pages;
  return others.length === 0 ? page : undefined;
}

/** Returns the chunk that these styles belong to. */
const homeOf = (chunk: Chunk): string | undefined => (chunk.name === 'layout' ? 'main' : pageOf(chunk));

/**
 * Puts all styles of a page's first paint into one file, and those of the layout into another: browsers paint when the
 * last file is there, and on a slow line each waits for a connection. Shared styles are in each page's file, and so are
 * those of lazy parts, which the server's HTML already contains.
 */
export class PageStyles {
  private compilation: Compilation | undefined;

  /** Plugin hook: only plugins see the bundler's chunks. */
  apply(compiler: Compiler): void {
    compiler.hooks.thisCompilation.tap('PageStyles', (compilation) => {
      this.compilation = compilation;
    });
  }

  /** For `splitChunks.cacheGroups`: returns the chunks of a module's styles. */
  readonly cacheGroup = (module: Module) => {
    if (!this.compilation || module.type !== STYLES) return [];
    const homes = new Set([...this.compilation.chunkGraph.getModuleChunksIterable(module)].map(homeOf));
    return [...homes].flatMap((name) =>
      name === undefined ? [] : [{ name, enforce: true, chunks: (chunk: Chunk) => homeOf(chunk) === name }],
    );
  };
}

/** Shared modules; the first segment is the package of the version. */
const SHARED = ['react', 'react-dom', 'react-dom/client', 'react/jsx-runtime'];

/**
 * Shares React between roots of one minor version, so that the version that rendered the HTML hydrates it, patches
 * aside. A remote with another version brings its own; one without React shares none.
 * @param hot true: hot swapping needs React's development build, which live pages do not have
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

/** Returns the module rules of all apps: TypeScript, CSS Modules, content, files. */
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
          // The development runtime needs React's development build, which the shell does not provide.
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
    // Targets of `url()` and `new URL()` are files, whatever their extension.
    { dependency: 'url', scheme: { not: 'data' }, exclude: FILES, ...file },
    // Relative, so that server and browser have the same addresses.
    { test: /\.[cm]?[jt]sx?$/, parser: { url: 'relative' } },
  ];
}

const FRAGMENTS_SOURCE = './src/fragments.tsx';

/** Returns a remote's exposed modules: its pages and, if any, its fragments. */
export const exposesOf = (app: string) => ({
  './app': { import: ['./src/app.tsx'], name: EXPOSED_CHUNK },
  ...(existsSync(join(packageDir(app), FRAGMENTS_SOURCE)) && {
    './fragments': { import: [FRAGMENTS_SOURCE], name: FRAGMENTS_CHUNK },
  }),
});

/** Lifecycles that the shell calls. */
const LIFECYCLES = ['bootstrap', 'mount', 'unmount'] as const;

/**
 * Checks that a remote exports the lifecycles: without `unmount`, its page would stay beneath the next one.
 * @param source file exposed as `./app`
 * @throws BuildError that names missing exports
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

/** Returns the folder of an app's dependency, as a link by which a build knows its version; undefined without one. */
function installedDir(app: string, name: string): string | undefined {
  const places = createRequire(join(packageDir(app), 'package.json')).resolve.paths(name) ?? [];
  return places.map((place) => join(place, name)).find((dir) => existsSync(join(dir, 'package.json')));
}

/**
 * Aliases React to the app's own for a whole build. Workspace packages with React as a peer have another copy installed
 * beside them; two copies in one root fail at the first hook.
 */
const ownReact = (app: string): Record<string, string> =>
  Object.fromEntries(
    ['react', 'react-dom'].flatMap((name) => {
      const dir = installedDir(app, name);
      return dir ? [[name, dir]] : [];
    }),
  );

/** A failed build. The message has webpack's errors by file. */
export class BuildError extends Error {
  override name = 'BuildError';
}

/** Advice for errors for which webpack suggests settings that an app does not have. */
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

/** Runs a compiler once; another run reads only what changed. @throws BuildError */
export async function runCompiler(compiler: Compiler): Promise<Compilation> {
  const stats = await promisify(compiler.run.bind(compiler))().catch((cause: Error) => {
    throw new BuildError(cause.message, { cause });
  });
  if (!stats) throw new BuildError('webpack ended without a result');
  if (stats.hasErrors()) throw new BuildError(inWords(stats.toString({ preset: 'errors-only', colors: false })));
  return stats.compilation;
}

/** Creates a compiler. @throws BuildError when webpack returns none */
export function compilerOf(config: Configuration): Compiler {
  const compiler = webpack(config);
  if (!compiler) throw new BuildError('webpack gave no compiler for this configuration');
  return compiler;
}

/** Closes a compiler after its cache is written. */
export const closeCompiler = (compiler: Compiler): Promise<void> => promisify(compiler.close.bind(compiler))();

/** Runs one webpack build to its end. @throws BuildError */
export async function runWebpack(config: Configuration): Promise<Compilation> {
  const compiler = compilerOf(config);
  return runCompiler(compiler).finally(() => closeCompiler(compiler));
}
