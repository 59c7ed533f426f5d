import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename } from 'node:path';
import MiniCssExtractPlugin from 'mini-css-extract-plugin';
import type { RuleSetRule } from 'webpack';
import { codeFile } from '../../paths';

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
