import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import webpack from 'webpack';
import { ENTRY, type FederationRuntime, remoteFederation } from './federation';
import { remoteEntryScript, sharesIn } from './release-files';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'shares-'));
  writeFileSync(join(folder, 'app.js'), "export { version } from 'react'; export { jsx } from 'react/jsx-runtime';");
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Builds a remote that shares two modules of React. @returns its entry */
const entryOf = (runtime: FederationRuntime, mode: 'production' | 'development' = 'production'): Promise<string> =>
  new Promise((resolve, reject) => {
    const path = join(folder, `${runtime}-${mode}`);
    webpack(
      {
        context: folder,
        mode,
        target: 'web',
        entry: {},
        resolve: { alias: { react: dirname(require.resolve('react')) } },
        output: { path, publicPath: '/' },
        plugins: remoteFederation({
          name: 'mf_new',
          exposes: { './app': { import: ['./app.js'], name: 'app' } },
          shared: { react: { requiredVersion: '^19.0.0' }, 'react/jsx-runtime': { requiredVersion: '^19.0.0' } },
          runtime,
        }),
      },
      (error, stats) => {
        if (error || !stats || stats.hasErrors()) reject(error ?? new Error(stats?.toString('errors-only')));
        else resolve(readFileSync(join(path, ENTRY), 'utf8'));
      },
    );
  });

const SHARED = ['react/jsx-runtime', 'react'].map((name) => ({ name, range: '^19.0.0' }));

/** Returns the `shareConfig` of each module that a build offers. */
const configsIn = (entry: string): string[] => entry.match(/shareConfig:\{eager:[^}]*\}/g) ?? [];

test('a build offers its modules with the shareConfig that the library’s own build writes', async () => {
  const [own, stock] = await Promise.all([entryOf('own'), entryOf('stock')]);
  expect(configsIn(own)).toHaveLength(2);
  expect(configsIn(own)).toEqual(configsIn(stock));
  expect(sharesIn(own)).toEqual(sharesIn(stock));
  expect(sharesIn(own)).toMatchObject(SHARED);
}, 60_000);

test.each(['own', 'stock'] as const)(
  'what a build for development shares is read, too: %s',
  async (runtime) => {
    const entry = await entryOf(runtime, 'development');
    expect(sharesIn(entry)).toMatchObject(SHARED);
  },
  60_000,
);

const promised = (file: string) => ({ file, integrity: `sha384-${'x'.repeat(64)}` });

// Real hosts try its behaviour in test/conformance/matrix.all.test.ts.
test('the container for other hosts is at most 1 kB, and names its files with their digests', () => {
  const script = remoteEntryScript({
    name: 'mf_courses',
    foreign: promised('../assets/foreign.8a8728b8ae79.js'),
    entry: promised('entry.js'),
    embed: promised('embed.json'),
  });
  expect(Buffer.byteLength(script)).toBeLessThanOrEqual(1024);
  for (const file of ['../assets/foreign.8a8728b8ae79.js', 'entry.js', 'embed.json']) {
    expect(script).toContain(`${JSON.stringify(file)},${JSON.stringify(promised(file).integrity)}`);
  }
});
