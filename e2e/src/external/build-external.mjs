import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** `build-external.mjs BUNDLER`: builds the remote in this folder into `dist`. Vite's plugin does nothing in a test process. */
const [bundler] = process.argv.slice(2);
const cwd = process.cwd();
const require = createRequire(join(cwd, 'package.json'));
const load = async (name) => import(pathToFileURL(require.resolve(name)).href);

/** Runs a compiler of webpack or Rspack. */
async function compile(run, file) {
  const { default: config } = await import(pathToFileURL(join(cwd, file)).href);
  const output = { ...config.output, path: join(cwd, 'dist') };
  const stats = await new Promise((resolve, reject) =>
    run({ ...config, context: cwd, output }, (error, done) => (error ? reject(error) : resolve(done))),
  );
  if (stats.hasErrors()) throw new Error(stats.toString('errors-only'));
}

const BUILDERS = {
  async vite() {
    const { build } = await import('vite');
    await build({ root: cwd, logLevel: 'error' });
  },
  async rsbuild() {
    const { createRsbuild, loadConfig } = await import('@rsbuild/core');
    const { content } = await loadConfig({ cwd });
    await (await createRsbuild({ cwd, rsbuildConfig: content })).build();
  },
  rspack: async () => compile((await load('@rspack/core')).rspack, 'rspack.config.mjs'),
  webpack: async () => compile((await import('webpack')).default, 'webpack.config.mjs'),
};

await BUILDERS[bundler]();
