import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ModuleFederationPlugin as RspackFederation } from '@module-federation/enhanced/rspack';
import { ModuleFederationPlugin } from '@module-federation/enhanced/webpack';
import { federation as viteFederation } from '@module-federation/vite';
import { build as esbuild } from 'esbuild';
import { build as viteBuild } from 'vite';
import { hostFederation } from '../../src/webpack/federation';
import { commonOfOurs, FIXTURE, reactDir, runRspack, runWebpack } from './build-parts';
import type { Host } from './variants';

const RANGE = '^19.0.0';
const loader = (file: string) => join(FIXTURE, file);

const options = (name: string, eager: boolean) => ({
  name,
  remotes: {},
  shared: { react: { requiredVersion: RANGE, eager } },
  dts: false as const,
  manifest: false as const,
});

const withLoader = (out: string, file: string) => {
  const { resolve, ...config } = commonOfOurs(out, 'react');
  const alias = { ...resolve.alias, 'conformance-loader$': loader(file) };
  return { ...config, entry: { main: './start.js' }, resolve: { ...resolve, alias } };
};

const BUILDERS: Record<Host, (out: string, name: string, eager: boolean) => Promise<void>> = {
  ours: (out, name) =>
    runWebpack({
      ...withLoader(out, 'load-by-ours.js'),
      plugins: hostFederation({ name, shared: { react: { requiredVersion: RANGE } } }),
    }),
  webpack: (out, name, eager) =>
    runWebpack({
      ...withLoader(out, 'load-by-library.js'),
      plugins: [new ModuleFederationPlugin(options(name, eager))],
    }),
  rspack: (out, name, eager) =>
    runRspack({
      ...withLoader(out, 'load-by-library.js'),
      plugins: [new RspackFederation(options(name, eager))],
    }),
  async vite(out, name, eager) {
    await viteBuild({
      root: FIXTURE,
      base: './',
      logLevel: 'error',
      resolve: {
        alias: [
          { find: /^react$/, replacement: reactDir('react') },
          { find: 'conformance-loader', replacement: loader('load-by-library.js') },
        ],
      },
      plugins: [viteFederation({ ...options(name, eager), filename: 'hostEntry.js' })],
      build: {
        outDir: out,
        emptyOutDir: true,
        target: 'es2022',
        rollupOptions: { input: loader('vite.html') },
      },
    });
  },
  async plain(out) {
    await esbuild({
      entryPoints: [loader('plain.js')],
      bundle: true,
      format: 'iife',
      outfile: join(out, 'main.js'),
      define: { 'process.env.NODE_ENV': '"production"' },
      logLevel: 'error',
    });
  },
};

/** Builds a host of the matrix into a folder, with a page `index.html` that starts it; Vite writes its own. */
export async function buildHost(folder: string, host: Host, eager: boolean): Promise<void> {
  const name = `${host}_host${eager ? '_eager' : ''}`;
  const out = join(folder, name);
  await mkdir(out, { recursive: true });
  await BUILDERS[host](out, name, eager);
  if (host !== 'vite') {
    await writeFile(join(out, 'index.html'), '<!doctype html><title>Host</title><body><script src="main.js"></script>');
  }
}
