import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import webpack, { type RuntimeModule } from 'webpack';
import { ChunkLoading } from './chunk-loading';
import { remoteFederation } from './federation';
import { ReplacedSharing } from './replaced-sharing';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'federation-'));
  writeFileSync(join(folder, 'app.js'), "export const late = () => import('./late.js');");
  writeFileSync(join(folder, 'late.js'), 'export const word = 1;');
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Builds a remote. @returns what webpack says of faults */
const build = (plugins: webpack.WebpackPluginInstance[]): Promise<string> =>
  new Promise((resolve, reject) => {
    webpack(
      {
        context: folder,
        mode: 'production',
        target: 'web',
        entry: plugins.length > 2 ? {} : { app: './app.js' },
        output: { path: join(folder, 'out'), publicPath: '/' },
        plugins,
      },
      (error, stats) => {
        if (error || !stats) reject(error);
        else resolve(stats.hasErrors() ? stats.toString('errors-only') : '');
      },
    );
  });

const WHAT_TO_DO = /Build with FEDERATION=stock until .* follows, or pin the version before\./;

test('the pinned versions have all that these plugins look for', async () => {
  const remote = remoteFederation({
    name: 'mf_new',
    exposes: { './app': { import: ['./app.js'], name: 'app' } },
    shared: {},
  });
  expect(await build([...remote, new ChunkLoading('webpack-mf-new')])).toBe('');
});

test.each([
  ['ReplacedSharing', () => new ReplacedSharing('mf_new')],
  ['ChunkLoading', () => new ChunkLoading('webpack-mf-new')],
])('%s stops a build in which what it replaces is named otherwise, and says what to do', async (name, make) => {
  const renamed = (compiler: webpack.Compiler) =>
    compiler.hooks.thisCompilation.tap({ name: 'Renamed', stage: -1 }, (compilation) => {
      compilation.hooks.runtimeModule.tap('Renamed', (module: RuntimeModule) => {
        module.name = `another ${module.name}`;
      });
    });
  const said = await build([{ apply: renamed }, make()]);
  expect(said).toContain(`${name} did not find the runtime module`);
  expect(said).toMatch(WHAT_TO_DO);
});

test('the library’s own runtime needs none of them', async () => {
  const [plugin, ...others] = remoteFederation({
    name: 'mf_new',
    exposes: { './app': { import: ['./app.js'], name: 'app' } },
    shared: {},
    runtime: 'stock',
  });
  expect(plugin?.constructor.name).toBe('ModuleFederationPlugin');
  expect(others).toEqual([]);
});
