import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { type RspackOptions, rspack } from '@rspack/core';
import TerserPlugin from 'terser-webpack-plugin';
import webpack, { type Configuration } from 'webpack';

const require = createRequire(import.meta.url);

/** Folders below the working directory, because the program runs bundled, in this package's folder. */
export const SOURCES = join(process.cwd(), 'src');
export const FIXTURE = join(process.cwd(), 'test', 'conformance', 'fixture');

/** Returns the folder of the React that this package depends on under a name. */
export const reactDir = (name: string): string => dirname(require.resolve(`${name}/package.json`));

export const integrityOf = async (file: string): Promise<string> =>
  `sha384-${createHash('sha384')
    .update(await readFile(file))
    .digest('base64')}`;

/** Common options of webpack and Rspack builds. */
export const common = (out: string, react: string) => ({
  context: FIXTURE,
  mode: 'production' as const,
  devtool: false as const,
  target: ['web', 'es2022'] as ('web' | 'es2022')[],
  resolve: { alias: { react$: reactDir(react) } },
  output: { path: out, publicPath: 'auto', uniqueName: out.replace(/\W/g, '_') },
  optimization: { moduleIds: 'named' as const },
  performance: { hints: false as const },
});

/** Common options of a build of ours, which reads this package's sources. */
export const commonOfOurs = (out: string, react: string) => {
  const { resolve, optimization, ...config } = common(out, react);
  return {
    ...config,
    optimization: { ...optimization, minimizer: [new TerserPlugin({ extractComments: false })] },
    resolve: { ...resolve, extensions: ['.ts', '.js'] },
    module: { rules: [{ test: /\.ts$/, loader: join(FIXTURE, '..', 'strip-types.cjs') }] },
  };
};

export const runWebpack = (config: Configuration): Promise<void> =>
  new Promise((resolve, reject) => {
    webpack(config, (error, stats) => {
      if (error || !stats) reject(error ?? new Error('webpack ended without a result.'));
      else if (stats.hasErrors()) reject(new Error(stats.toString('errors-only')));
      else resolve();
    });
  });

export const runRspack = (config: RspackOptions): Promise<void> =>
  new Promise((resolve, reject) => {
    rspack(config, (error, stats) => {
      if (error || !stats) reject(error ?? new Error('Rspack ended without a result.'));
      else if (stats.hasErrors()) reject(new Error(stats.toString('errors-only')));
      else resolve();
    });
  });
