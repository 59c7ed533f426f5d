import fs from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeLocalKey, pinLocally } from './pins';
import { createTrust, type Trust } from './trust';

const APPS = Array.from({ length: 100 }, (_, index) => `mf-team-${index}`);

let keysDir: string;
let trust: Trust;
beforeEach(async () => {
  keysDir = await mkdtemp(join(tmpdir(), 'keys-'));
  trust = createTrust({ keysDir, pinned: '', signingKey: '' });
});
afterEach(() => {
  jest.restoreAllMocks();
  return rm(keysDir, { recursive: true });
});

const claim = (app: string) => ({ paths: [`/${app}`], cookies: [] });
const wants = (path: string) => () =>
  trust.claimsCheck()({ app: 'mf-blog', version: '1.0.0', claims: { paths: [path], cookies: [] } });

test('a hundred apps cost a read of each file, however often they are held against each other', async () => {
  for (const app of APPS) {
    await makeLocalKey(keysDir, app);
    await pinLocally(keysDir, app, claim(app));
  }
  const reads = jest.spyOn(fs, 'readFileSync');
  for (const app of APPS) {
    expect(trust.keysOf(app)).toHaveLength(1);
    trust.claimsCheck()({ app, version: '1.0.0', claims: claim(app) });
  }
  // Two files of each app, those of the claims once more for all, and keys for steps.
  expect(reads.mock.calls.length).toBeLessThanOrEqual(3 * APPS.length + 10);
});

test('what another process pins is known at once', async () => {
  expect(wants('/mf-team-1')).not.toThrow();
  await pinLocally(keysDir, 'mf-team-1', claim('mf-team-1'));
  expect(wants('/mf-team-1')).toThrow("/mf-team-1 is mf-team-1's");
});

test('a key that is removed is believed no more', async () => {
  await makeLocalKey(keysDir, 'mf-blog');
  expect(trust.keysOf('mf-blog')).toHaveLength(1);
  await rm(join(keysDir, 'mf-blog.pem'));
  expect(trust.keysOf('mf-blog')).toEqual([]);
});

test('an edit in place is seen after a second', async () => {
  await pinLocally(keysDir, 'mf-team-1', claim('mf-team-1'));
  expect(wants('/fair')).not.toThrow();
  await writeFile(join(keysDir, 'pins', 'mf-team-1.json'), JSON.stringify({ paths: ['/fair'], cookies: [] }));
  const now = performance.now();
  jest.spyOn(performance, 'now').mockReturnValue(now + 1_001);
  expect(wants('/fair')).toThrow("/fair is mf-team-1's");
});
