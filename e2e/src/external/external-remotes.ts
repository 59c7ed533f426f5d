import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { cp, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { documentedFiles, writeFiles } from './documented';

const E2E = join(__dirname, '..', '..');
const FIXTURES = join(E2E, 'fixtures', 'external');
/** Lies below this package, because the builds resolve its dependencies. */
const CACHE = join(E2E, 'node_modules', '.cache', 'external-remotes');
const PROGRAM = join(__dirname, 'build-external.mjs');

/** A remote that another bundler builds. */
export interface ExternalFixture {
  app: string;
  bundler: 'vite' | 'rsbuild' | 'rspack' | 'webpack';
  /** Path of its page, without the leading slash. */
  path: string;
  heading: string;
  /** Changes the documented files into those of this remote. */
  edit?(files: Map<string, string>): Promise<void> | void;
}

const fixture = (name: string): Promise<string> => readFile(join(FIXTURES, name), 'utf8');

const remoteJson = (files: Map<string, string>, change: object): void => {
  const written = JSON.parse(files.get('public/remote.json') ?? '') as object;
  files.set('public/remote.json', JSON.stringify({ ...written, ...change }));
};

const route = (path: string, title: string) => ({
  routes: [{ path: `/${path}`, title, description: title, menu: title, html: `<section><h1>${title}</h1></section>` }],
});

/** Derives webpack's configuration from the documented one of Rspack. */
const webpackConfig = (config: string): string =>
  config
    .replace('enhanced/rspack', 'enhanced/webpack')
    .replace("'@rspack/core'", "'webpack-subresource-integrity'")
    .replace(/ {2}module: \{[\s\S]*?\n {2}\},\n/, '')
    .replace("mode: 'production'", "mode: 'production', optimization: { splitChunks: false }")
    .replace('./src/Partner.tsx', './src/bridge.js');

const VITE: ExternalFixture = {
  app: 'mf-partner',
  bundler: 'vite',
  path: 'partner',
  heading: 'A partner',
  edit: (files) => void files.delete('public/server.mjs'),
};

const OTHERS: ExternalFixture[] = [
  {
    app: 'mf-server',
    bundler: 'vite',
    path: 'hello',
    heading: 'Hello, partner',
    async edit(files) {
      files.set('src/mount.js', await fixture('mount.js'));
      files.set('public/server.mjs', await fixture('server.mjs'));
      files.set('vite.config.ts', (files.get('vite.config.ts') ?? '').replace('./src/Partner.tsx', './src/mount.js'));
      remoteJson(files, { form: 'mount', render: 'server.mjs', ...route('hello', 'Hello') });
    },
  },
  ...(['rsbuild', 'rspack'] as const).map(
    (bundler): ExternalFixture => ({
      app: `mf-${bundler}`,
      bundler,
      path: bundler,
      heading: 'A partner',
      edit: (files) => remoteJson(files, { policies: ['mf-partner'], ...route(bundler, 'A partner') }),
    }),
  ),
  {
    app: 'mf-webpack',
    bundler: 'webpack',
    path: 'webpack',
    heading: 'A bridge of webpack',
    async edit(files) {
      files.set('src/bridge.js', await fixture('bridge.js'));
      files.set('src/late.js', await fixture('late.js'));
      files.set('webpack.config.mjs', webpackConfig(files.get('rspack.config.mjs') ?? ''));
      remoteJson(files, { form: 'bridge', policies: ['mf-partner'], ...route('webpack', 'A bridge') });
    },
  },
];

/** One remote runs always, the others with `TEST_ALL=1`. */
export const EXTERNAL_REMOTES: readonly ExternalFixture[] = process.env.TEST_ALL === '1' ? [VITE, ...OTHERS] : [VITE];

/** Files of the bundlers' templates: Vite and Rsbuild start from a page of the app's own. */
const TEMPLATE: [string, string][] = [
  ['package.json', JSON.stringify({ name: 'partner', private: true, type: 'module' })],
  [
    'index.html',
    '<!doctype html><title>Partner</title><div id="root"></div><script type="module" src="/src/main.tsx"></script>',
  ],
  ['src/main.tsx', "import './index.css';\ndocument.title = 'A page of its own';\n"],
  ['src/index.tsx', "import './index.css';\n"],
  ['src/index.css', 'body { margin: 40px }\n'],
];

/**
 * Builds an external remote from the documented files. The same files and packages are built once.
 * @returns the folder for `npm run wholepage -- publish --from`
 */
export async function builtExternal({ app, bundler, edit }: ExternalFixture): Promise<string> {
  const files = new Map([...TEMPLATE, ...(await documentedFiles())]);
  await edit?.(files);
  // Each remote on a page needs its own name and its own Trusted Types policy.
  const named = (text: string) => text.replaceAll('mf-partner', app).replaceAll('mf_partner', app.replaceAll('-', '_'));
  for (const [name, text] of files) files.set(name, named(text));
  const hash = createHash('sha256')
    .update(readFileSync(join(E2E, 'package.json')))
    .update(readFileSync(PROGRAM))
    .update(JSON.stringify([...files]));
  const folder = join(CACHE, `${app}-${hash.digest('hex').slice(0, 12)}`);
  if (existsSync(folder)) return join(folder, 'dist');
  const work = `${folder}.${process.pid}`;
  await mkdir(work, { recursive: true });
  await writeFiles(work, files);
  const { JEST_WORKER_ID: _worker, ...env } = process.env;
  await promisify(execFile)(process.execPath, [PROGRAM, bundler], {
    cwd: work,
    env: { ...env, NODE_ENV: 'production' },
    timeout: 120_000,
  });
  // webpack and Rspack do not copy `public` by themselves.
  await cp(join(work, 'public'), join(work, 'dist'), { recursive: true });
  await writeFile(join(work, 'dist', 'LICENSE.txt'), 'A text that browsers do not ask for.');
  await rm(folder, { recursive: true, force: true });
  await rename(work, folder);
  return join(folder, 'dist');
}
