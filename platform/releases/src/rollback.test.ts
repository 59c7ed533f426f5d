import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promote } from './promote';
import { rollback } from './rollback';
import { live, newStore, release, route } from './testing/built-release';

async function released(...versions: string[]): Promise<string> {
  const store = await newStore();
  for (const version of versions) await release(store, version);
  return store;
}

test('steps back one release at a time, and says when there is none', async () => {
  const store = await released('1.0.0', '1.1.0', '1.2.0');
  await rollback(store, 'mf-blog');
  expect(await live(store)).toBe('1.1.0');
  await rollback(store, 'mf-blog');
  expect(await live(store)).toBe('1.0.0');
  await expect(rollback(store, 'mf-blog')).rejects.toThrow(/no earlier release/);
  await release(store, '1.3.0');
  await rollback(store, 'mf-blog');
  expect(await live(store)).toBe('1.0.0');
});

test('of two at the same moment the second is refused, so that nobody goes further back than meant', async () => {
  const store = await released('1.0.0', '1.1.0', '1.2.0');
  const both = await Promise.allSettled([rollback(store, 'mf-blog'), rollback(store, 'mf-blog')]);
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  const refused = both.find((one) => one.status === 'rejected');
  expect(String(refused?.reason)).toContain('mf-blog 1.2.0 is not live any more: 1.1.0 is');
  expect(await live(store)).toBe('1.1.0');
});

test('never restores what was taken back, however often it was released', async () => {
  const store = await released('1.0.0', '1.1.0', '1.2.0');
  await promote(store, 'mf-blog', '1.1.0');
  await promote(store, 'mf-blog', '1.1.0');
  await rollback(store, 'mf-blog');
  expect(await live(store)).toBe('1.2.0');
  await rollback(store, 'mf-blog');
  expect(await live(store)).toBe('1.0.0');
});

test('passes over what was taken back before a release that failed as well', async () => {
  const store = await released('1.0.0', '1.1.0');
  await rollback(store, 'mf-blog');
  await release(store, '1.2.0');
  await rollback(store, 'mf-blog');
  expect(await live(store)).toBe('1.0.0');
});

test('takes a version that was taken back when somebody promotes it again', async () => {
  const store = await released('1.0.0', '1.1.0');
  await rollback(store, 'mf-blog');
  await promote(store, 'mf-blog', '1.1.0');
  await release(store, '1.2.0');
  await rollback(store, 'mf-blog');
  expect(await live(store)).toBe('1.1.0');
});

test('goes to the version that is asked for', async () => {
  const store = await released('1.0.0', '1.1.0', '1.2.0');
  await rollback(store, 'mf-blog', { version: '1.0.0' });
  expect(await live(store)).toBe('1.0.0');
  await expect(rollback(store, 'mf-blog', { version: '1.0.0' })).rejects.toThrow(/is live already/);
});

test('says what to do when the release before was deleted', async () => {
  const store = await released('1.0.0', '1.1.0', '1.2.0');
  await rm(join(store, 'mf-blog', '1.1.0'), { recursive: true });
  await expect(rollback(store, 'mf-blog')).rejects.toThrow(
    /1\.1\.0 is not in .*, or was pruned\. There are 1\.0\.0, 1\.2\.0\./,
  );
  expect(await live(store)).toBe('1.2.0');
});

test('does not give two remotes one path', async () => {
  const store = await newStore();
  await release(store, '1.0.0', { routes: [route('/blog'), route('/news')] });
  await release(store, '1.1.0', { routes: [route('/blog')] });
  await release(store, '1.0.0', { app: 'mf-news', routes: [route('/news')] });
  await expect(rollback(store, 'mf-blog')).rejects.toThrow("claims /news, but /news is mf-news's");
  expect(await live(store)).toBe('1.1.0');
});

test('names an app that was never released', async () => {
  const store = await released('1.0.0');
  await expect(rollback(store, 'mf-nobody')).rejects.toThrow(/mf-nobody has no live release/);
});
