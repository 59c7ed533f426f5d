import { mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FollowedSteps } from './release-watcher';

test('steps that cannot be read at a start are not forgotten: they are asked for again', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'followed-'));
  const before = new FollowedSteps(folder, 'store');
  (await before.generations()).rememberLive('mf-blog', 7, 'live');
  await before.save();
  const [name = ''] = await readdir(folder);
  const file = join(folder, name);
  await rename(file, `${file}.away`);
  await mkdir(file);
  const after = new FollowedSteps(folder, 'store');
  await expect(after.generations()).rejects.toThrow(/EISDIR/);
  await rm(file, { recursive: true });
  await rename(`${file}.away`, file);
  expect((await after.generations()).followed('mf-blog')).toEqual({ generation: 7, liveFingerprint: 'live' });
});
