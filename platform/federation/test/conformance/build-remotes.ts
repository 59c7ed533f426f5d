import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ModuleFederationPlugin as RspackFederation } from '@module-federation/enhanced/rspack';
import { ModuleFederationPlugin } from '@module-federation/enhanced/webpack';
import { federation as viteFederation } from '@module-federation/vite';
import { build as esbuild } from 'esbuild';
import { build as viteBuild } from 'vite';
import { ChunkLoading, ENTRY, remoteFederation } from '../../src/webpack/federation';
import { externalScript, remoteEntryScript } from '../../src/webpack/release-files';
import { common, commonOfOurs, FIXTURE, integrityOf, reactDir, runRspack, runWebpack, SOURCES } from './build-parts';
import { type RemoteBundler, remoteName, sharesOf, VARIANTS, type Variant } from './variants';

const EXPOSES = { './app': './app.js' };

/** Returns the share scopes of a variant; none when it uses `default` only. */
const scopesOf = (variant: Variant): string[] => {
  const { shareScope } = sharesOf(variant).react;
  return shareScope === undefined ? [] : ['default', shareScope];
};

/** Builds a release of ours: the entry for our host, and the container for any other host. */
async function buildOurs(out: string, name: string, variant: Variant): Promise<void> {
  const { react } = VARIANTS[variant];
  const shareScopes = scopesOf(variant);
  const { output, ...config } = commonOfOurs(out, react);
  await runWebpack({
    ...config,
    entry: {},
    output: { ...output, publicPath: `/${name}/`, chunkFilename: 'assets/[name].[contenthash].js', uniqueName: name },
    plugins: [
      ...remoteFederation({
        name,
        exposes: { './app': { import: ['./app.js'], name: 'app' } },
        shared: sharesOf(variant),
        ...(shareScopes.length > 0 && { shareScopes }),
      }),
      new ChunkLoading(`webpack-${name}`),
    ],
  });
  await esbuild({
    stdin: {
      contents: `import { openRemote } from './open-remote';
        globalThis._FEDERATION_FOREIGN = (name, at, loadEntry) => openRemote({ name, base: new URL('.', at).href, loadEntry });`,
      resolveDir: SOURCES,
    },
    bundle: true,
    format: 'iife',
    outfile: join(out, 'foreign.js'),
    logLevel: 'error',
  });
  const promised = async (file: string) => ({ file, integrity: await integrityOf(join(out, file)) });
  const foreign = await promised('foreign.js');
  const script = remoteEntryScript({ name, foreign, entry: await promised(ENTRY), embed: { file: '', integrity: '' } });
  await writeFile(join(out, 'remoteEntry.js'), script);
}

/** Writes the entry by which our host loads an external remote, beside the bundler's files as in a release. */
async function writeExternalEntry(out: string, name: string, type: 'module' | 'script', range: string): Promise<void> {
  const files = type === 'script' ? [] : await readdir(out, { recursive: true });
  const modules = files.filter((file) => file.endsWith('.js') && file !== 'remoteEntry.js');
  const promised = async (file: string) => ({ file, integrity: await integrityOf(join(out, file)) });
  const script = await externalScript({
    app: name,
    entry: await promised('remoteEntry.js'),
    type,
    global: name,
    modules: await Promise.all(modules.map(promised)),
    form: 'mount',
    heads: [],
    react: { react: range, 'react-dom/client': range },
  });
  await writeFile(join(out, 'guest.js'), script);
}

const options = (name: string, variant: Variant) => ({
  name,
  filename: 'remoteEntry.js',
  exposes: EXPOSES,
  shared: sharesOf(variant),
  shareScope: scopesOf(variant).length > 0 ? scopesOf(variant) : 'default',
  dts: false,
  manifest: true,
});

const BUILDERS: Record<
  Exclude<RemoteBundler, 'ours'>,
  (out: string, name: string, variant: Variant) => Promise<void>
> = {
  async webpack(out, name, variant) {
    const plugins = [new ModuleFederationPlugin(options(name, variant))];
    await runWebpack({ ...common(out, VARIANTS[variant].react), entry: {}, plugins });
    await writeExternalEntry(out, name, 'script', VARIANTS[variant].requiredVersion);
  },
  async rspack(out, name, variant) {
    const plugins = [new RspackFederation(options(name, variant))];
    await runRspack({ ...common(out, VARIANTS[variant].react), entry: {}, plugins });
    await writeExternalEntry(out, name, 'script', VARIANTS[variant].requiredVersion);
  },
  async vite(out, name, variant) {
    const { react } = VARIANTS[variant];
    await viteBuild({
      root: FIXTURE,
      base: './',
      logLevel: 'error',
      resolve: { alias: [{ find: /^react$/, replacement: reactDir(react) }] },
      plugins: [viteFederation({ ...options(name, variant), exposes: { './app': './app.js' } })],
      build: {
        outDir: out,
        emptyOutDir: true,
        target: 'es2022',
        rollupOptions: { input: join(FIXTURE, 'app.js') },
      },
    });
    await writeExternalEntry(out, name, 'module', VARIANTS[variant].requiredVersion);
  },
};

/** Builds a remote of the matrix into a folder of its name. */
export async function buildRemote(folder: string, bundler: RemoteBundler, variant: Variant): Promise<void> {
  const name = remoteName(bundler, variant);
  const out = join(folder, name);
  await (bundler === 'ours' ? buildOurs(out, name, variant) : BUILDERS[bundler](out, name, variant));
}
