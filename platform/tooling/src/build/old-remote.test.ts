import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Context, createContext, runInContext } from 'node:vm';
import { ModuleFederationPlugin } from '@module-federation/enhanced/webpack';
import { provideCore } from '@wholepage/federation/federation-core';
import { load, register, type ShareScope } from '@wholepage/federation/share-scope';
import { makeSourceFolder } from '../testing/source-folder';
import { installedVersion } from './webpack/installed';
import { runWebpack } from './webpack/run-webpack';

/** What the entry of a remote leaves. */
interface Container {
  init(scope: ShareScope, initScope: object[]): Promise<void>;
  get(module: string): Promise<() => { reactVersion: string }>;
}

const OWN_REACT = installedVersion('mf-blog', 'react') ?? '';

/** A remote as it was built for contracts 1 and 2: with all of the federation's runtime but its core. */
const buildOld = (folder: string) =>
  runWebpack({
    context: folder,
    mode: 'production',
    target: 'web',
    entry: {},
    output: { path: join(folder, 'out'), publicPath: '/', uniqueName: 'mf_old' },
    resolve: { alias: { react$: join(__dirname, '../../../../node_modules/react/index.js') } },
    optimization: { minimize: false },
    plugins: [
      new ModuleFederationPlugin({
        name: 'mf_old',
        filename: 'remoteEntry.js',
        exposes: { './app': { import: ['./app.js'], name: 'app' } },
        shared: { react: { requiredVersion: '^19.0.0', version: OWN_REACT } },
        shareStrategy: 'loaded-first',
        dts: false,
        manifest: false,
        experiments: {
          externalRuntime: true,
          optimization: { target: 'web', disableSnapshot: true, disableRemote: true },
        },
      }),
    ],
  });

/** A page in which scripts are run as they are added. */
function pageOf(folder: string): Context {
  const run = (url: string) => runInContext(readFileSync(join(folder, 'out', url), 'utf8'), page);
  const page = createContext({
    ...globalThis,
    console,
    setTimeout,
    clearTimeout,
    document: {
      getElementsByTagName: () => [],
      createElement: () => ({ setAttribute() {} }),
      head: {
        appendChild(script: { src: string; onload(event: object): void }) {
          run(script.src);
          script.onload({ type: 'load' });
        },
      },
    },
  });
  runInContext('globalThis.self = globalThis.window = globalThis', page);
  run('remoteEntry.js');
  return page;
}

let folder: string;
beforeAll(async () => {
  folder = makeSourceFolder();
  writeFileSync(join(folder, 'app.js'), `import { version } from 'react';\nexport const reactVersion = version;\n`);
  await buildOld(folder);
  provideCore();
});
afterAll(() => rmSync(folder, { recursive: true }));

/** @returns the React that the old remote runs on, beside a host that has this one, and the scope in which they met */
async function runBeside(version: string) {
  const scope: ShareScope = {};
  register(
    scope,
    'shell',
    { react: [{ version, scope: ['default'], get: async () => () => ({ version }) }] },
    'default',
  );
  const container = pageOf(folder).mf_old as Container;
  await container.init(scope, []);
  return { runsOn: (await container.get('./app'))().reactVersion, scope };
}

test('a remote of contracts 1 and 2 runs on the React that its host shares by files of our own', async () => {
  const { runsOn } = await runBeside('19.9.9');
  expect(runsOn).toBe('19.9.9');
});

test('it brings its own where that does not fit, and others find it where they share', async () => {
  const { runsOn, scope } = await runBeside('18.3.1');
  expect(runsOn).toBe(OWN_REACT);
  expect((await load(scope, 'react', `~${OWN_REACT}`))?.()).toHaveProperty('version', OWN_REACT);
});
