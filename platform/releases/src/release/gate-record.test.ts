import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { folderStore } from '../store/folder-store';
import { newStore } from '../testing/built-release';
import { pinnedTrust } from '../testing/pinned-trust';
import { noteVerification, readVerification } from './gate-record';

const RELEASE = { app: 'mf-blog', version: '1.0.0', integrity: 'sha384-abc' };
const VERIFICATION = { held: ['sizes'], skipped: ['prices'], reason: 'no API' };
const DAY = 24 * 3_600_000;

async function places() {
  const site = await pinnedTrust(
    { 'mf-blog': ['/blog'] },
    {
      pipeline: { actions: ['promote'], apps: ['mf-blog'] },
      previewer: { actions: ['canary'], apps: ['*'] },
      courses: { actions: ['*'], apps: ['mf-courses'] },
    },
  );
  const privatePlace = await newStore();
  const as = (name: string) => folderStore(privatePlace, site.as(name));
  const note = (name: string, now?: number) =>
    noteVerification(as(name), as(name), RELEASE, {
      ...{ verification: VERIFICATION, by: name },
      ...(now !== undefined && { now }),
    });
  const read = (release = RELEASE) => readVerification(as('pipeline'), as('pipeline'), release);
  return { note, read, file: join(privatePlace, 'gate', 'mf-blog', '1.0.0.json') };
}

test('who may promote an app vouches for a release of it, for a week', async () => {
  const { note, read } = await places();
  expect(await read()).toBeUndefined();
  await note('pipeline');
  expect(await read()).toMatchObject({ by: 'pipeline', verification: VERIFICATION });
  await note('pipeline', Date.now() - 8 * DAY);
  expect(await read()).toBeUndefined();
  await note('pipeline', Date.now() + DAY);
  expect(await read()).toBeUndefined();
});

test.each(['previewer', 'courses', 'a stranger'])('the word of %s counts for nothing', async (name) => {
  const { note, read } = await places();
  await note(name);
  expect(await read()).toBeUndefined();
});

test('a record that was changed, or is of other bytes, counts for nothing', async () => {
  const { note, read, file } = await places();
  await note('pipeline');
  expect(await read({ ...RELEASE, integrity: 'sha384-other' })).toBeUndefined();
  const record = JSON.parse(await readFile(file, 'utf8'));
  await writeFile(file, JSON.stringify({ ...record, verification: { ...VERIFICATION, skipped: [] } }));
  expect(await read()).toBeUndefined();
  const { signature: _signature, ...unsigned } = record;
  await writeFile(file, JSON.stringify(unsigned));
  expect(await read()).toBeUndefined();
  await writeFile(file, 'garbage');
  await expect(read()).rejects.toThrow(/gate\/mf-blog\/1\.0\.0\.json in .+ is not a record of the gate: remove it\./);
});
