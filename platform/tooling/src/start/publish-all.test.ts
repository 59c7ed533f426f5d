import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AppBuilder } from './build/build-all';
import { releaseSources } from './publish-all';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'publish-all-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

test('in production a start promotes nothing, and says what does', async () => {
  const said: string[] = [];
  const builder = new AppBuilder(() => said.push('it builds'), 'none', join(folder, 'no-program.ts'));
  const env = { NODE_ENV: 'production', DATA_DIR: folder };
  await releaseSources([builder], (line) => said.push(line), env);
  expect(said).toEqual([
    'Nothing is promoted: in production a release goes live by npm run release -- APP, through the gate.',
  ]);
  expect(existsSync(join(folder, 'releases'))).toBe(false);
});
