import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import webpack, { type RuntimeModule } from 'webpack';
import { ChunkLoading, hostFederation, remoteFederation } from './federation';
import { sharesIn } from './release-files';
import { ReplacedStart, replacedSharing } from './unpromised';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'federation-'));
  writeFileSync(join(folder, 'app.js'), "export const late = () => import('./late.js');");
  writeFileSync(join(folder, 'late.js'), 'export const word = 1;');
});
afterAll(() => rmSync(folder, { recursive: true }));

const STRIP_TYPES = join(__dirname, '..', '..', 'test', 'conformance', 'strip-types.cjs');
const PAGE = { app: './app.js' };

/** Builds with these plugins. @returns webpack's errors; empty without any */
const build = (
  plugins: NonNullable<webpack.Configuration['plugins']>,
  entry: Record<string, string> = {},
): Promise<string> =>
  new Promise((resolve, reject) => {
    webpack(
      {
        context: folder,
        mode: 'production',
        target: 'web',
        entry,
        resolve: { extensions: ['.ts', '.js'] },
        module: { rules: [{ test: /\.ts$/, loader: STRIP_TYPES }] },
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

test('so they do for a host', async () => {
  expect(await build(hostFederation({ name: 'shell', shared: {} }), PAGE)).toBe('');
});

test('a build that loads nothing later needs no loader', async () => {
  expect(await build([new ChunkLoading('webpack-mf-new')], { app: './late.js' })).toBe('');
});

test.each([
  ['replacedSharing', () => replacedSharing('mf_new')],
  ['ChunkLoading', () => new ChunkLoading('webpack-mf-new')],
])('%s stops a build in which what it replaces is named otherwise, and says what to do', async (name, make) => {
  const renamed = (compiler: webpack.Compiler) =>
    compiler.hooks.thisCompilation.tap({ name: 'Renamed', stage: -1 }, (compilation) => {
      compilation.hooks.runtimeModule.tap('Renamed', (module: RuntimeModule) => {
        module.name = `another ${module.name}`;
      });
    });
  const said = await build([{ apply: renamed }, make()], PAGE);
  expect(said).toContain(`${name} did not find the runtime module`);
  expect(said).toMatch(WHAT_TO_DO);
});

test('a build whose start lies elsewhere is stopped', async () => {
  const said = await build([new ReplacedStart('start')], PAGE);
  expect(said).toContain('ReplacedStart did not find the file ".federation/entry.');
  expect(said).toMatch(WHAT_TO_DO);
});

test('its start is found in a folder whose name webpack writes otherwise', async () => {
  const there = join(folder, 'a #1');
  mkdirSync(there);
  writeFileSync(join(there, 'start.js'), 'export {};');
  const start = Object.assign(new ReplacedStart('start'), { instead: join(there, 'start.js') });
  const plugins = remoteFederation({
    name: 'mf_new',
    exposes: { './app': { import: ['./app.js'], name: 'app' } },
    shared: {},
  });
  expect(await build(plugins.map((each) => (each instanceof ReplacedStart ? start : each)))).toBe('');
});

test('an entry whose shares are written otherwise is not taken for one without shares', () => {
  expect(sharesIn('var mf_new={};')).toEqual([]);
  expect(() => sharesIn('({react:[{at:"19.3.1",shareConfig:{eager:!1,range:"^19.0.0"}}]})')).toThrow(WHAT_TO_DO);
});

test('the library’s own runtime needs none of them', async () => {
  const [plugin, ...others] = remoteFederation({
    name: 'mf_new',
    exposes: { './app': { import: ['./app.js'], name: 'app' } },
    shared: {},
    runtime: 'stock',
  });
  expect((plugin as object).constructor.name).toBe('ModuleFederationPlugin');
  expect(others).toEqual([]);
});
