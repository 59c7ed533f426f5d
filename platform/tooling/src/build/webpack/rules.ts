import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { EXPOSED_CHUNK, FRAGMENTS_CHUNK } from '@wholepage/federation/webpack/chunk-loading';
import MiniCssExtractPlugin from 'mini-css-extract-plugin';
import type { Compilation, RuleSetRule } from 'webpack';
import { codeFile, packageDir } from '../../paths';
import { BuildError } from './run-webpack';

interface RuleOptions {
  target: 'browser' | 'node';
  publicPath: string;
  development: boolean;
  /** Components can be swapped while the page stays open. */
  hot?: boolean;
}

const local = createRequire(import.meta.url).resolve;

/** How every app's sources are read: TypeScript, CSS Modules, content, files. */
export function rules({ target, publicPath, development, hot = false }: RuleOptions): RuleSetRule[] {
  const cssModules = {
    namedExport: false,
    exportOnlyLocals: target === 'node',
    getLocalIdent: scopedClassName(development),
  };
  const extract = target === 'browser' ? [MiniCssExtractPlugin.loader] : [];
  return [
    { test: /node_modules[\\/]@module-federation[\\/]/, sideEffects: false },
    {
      test: /\.tsx?$/,
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
      options: { publicPath, emit: target === 'browser' },
    },
    {
      test: /\.module\.css$/,
      use: [...extract, { loader: local('css-loader'), options: { modules: cssModules } }],
    },
    ...(target === 'browser'
      ? [
          {
            test: /\.css$/,
            exclude: /\.module\.css$/,
            use: [MiniCssExtractPlugin.loader, local('css-loader')],
            sideEffects: true,
          },
        ]
      : [{ test: /\.css$/, exclude: /\.module\.css$/, type: 'asset/source' }]),
    {
      test: /\.(woff2|svg|png|jpe?g|avif|webp|mp4|pdf)$/,
      type: 'asset/resource',
      generator: { filename: 'assets/[name].[contenthash:12][ext]', emit: target === 'browser' },
    },
  ];
}

const digests = new Map<string, string>();

const digestOf = (file: string, fresh: boolean): string => {
  const known = digests.get(file);
  if (known && !fresh) return known;
  const digest = createHash('sha256')
    .update(readFileSync(file))
    .digest('base64url')
    .replace(/[^a-z0-9]/gi, '')
    .slice(0, 5);
  digests.set(file, digest);
  return digest;
};

/**
 * A class is named after its file, its own name and the file's content. Two versions of one component on a page cannot
 * touch each other, and equal ones share their rules.
 */
const scopedClassName =
  (watching: boolean) =>
  ({ resourcePath }: { resourcePath: string }, _template: string, name: string): string =>
    `${basename(resourcePath, '.module.css')}-${name}-${digestOf(resourcePath, watching)}`;

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
  const exposed = [...modules].find((module) => module.nameForCondition() === source);
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

/** Version of a package as this app has it; undefined when it has none. */
export function installedVersion(app: string, name: string): string | undefined {
  const dir = installedDir(app, name);
  return dir && (JSON.parse(readFileSync(join(dir, 'package.json'), 'utf8')) as { version: string }).version;
}

/**
 * All of a build uses the app's own React. Packages of this workspace that take it as a peer have one of their own
 * installed beside them. Two in one root fail at the first hook.
 */
export const ownReact = (app: string): Record<string, string> =>
  Object.fromEntries(
    ['react', 'react-dom'].flatMap((name) => {
      const dir = installedDir(app, name);
      return dir ? [[name, dir]] : [];
    }),
  );
