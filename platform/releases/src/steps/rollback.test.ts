import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { live, newStore, release, route } from '../testing/built-release';
import { pinnedTrust } from '../testing/pinned-trust';
import { promote, rollback } from './steps';

async function released(...versions: string[]): Promise<string> {
  const store = await newStore();
  for (const version of versions) await release(store, version);
  return store;
}

/** Goes back from what is live, as somebody who sees it. */
const back = async (store: string) => rollback(store, 'mf-blog', { from: (await live(store)) ?? '' });

test('steps back one release at a time, and says when there is none', async () => {
  const store = await released('1.0.0', '1.1.0', '1.2.0');
  await back(store);
  expect(await live(store)).toBe('1.1.0');
  await back(store);
  expect(await live(store)).toBe('1.0.0');
  await expect(back(store)).rejects.toThrow(/no earlier release/);
  await release(store, '1.3.0');
  await rollback(store, 'mf-blog');
  expect(await live(store)).toBe('1.0.0');
});

test('of two at the same moment the second is refused, so that nobody goes further back than meant', async () => {
  const store = await released('1.0.0', '1.1.0', '1.2.0');
  const both = await Promise.allSettled([rollback(store, 'mf-blog'), rollback(store, 'mf-blog')]);
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  const refused = both.find((one) => one.status === 'rejected');
  expect(String(refused?.reason)).toMatch(/mf-blog 1\.2\.0 is not live any more: 1\.1\.0 is|was rolled back \d s ago/);
  expect(await live(store)).toBe('1.1.0');
});

test('of two people with the same problem the second is refused, however late they saw the first step', async () => {
  const store = await released('1.0.0', '1.1.0', '1.2.0');
  await rollback(store, 'mf-blog', { by: 'asha' });
  const again = rollback(store, 'mf-blog', { by: 'ravi' });
  await expect(again).rejects.toThrow(
    /mf-blog was rolled back \d s ago by asha, from 1\.2\.0 to 1\.1\.0\. To go further back, name the version/,
  );
  await expect(again).rejects.toMatchObject({ refusal: 'superseded' });
  await expect(rollback(store, 'mf-blog', { from: '1.2.0' })).rejects.toThrow('1.2.0 is not live any more: 1.1.0 is');
  expect(await live(store)).toBe('1.1.0');
});

test('goes on from a version that somebody named', async () => {
  const store = await released('1.0.0', '1.1.0', '1.2.0', '1.3.0');
  await rollback(store, 'mf-blog', { version: '1.1.0' });
  await back(store);
  expect(await live(store)).toBe('1.0.0');
});

test('never restores what was taken back, however often it was released', async () => {
  const store = await released('1.0.0', '1.1.0', '1.2.0');
  await promote(store, 'mf-blog', '1.1.0');
  await promote(store, 'mf-blog', '1.1.0');
  await back(store);
  expect(await live(store)).toBe('1.2.0');
  await back(store);
  expect(await live(store)).toBe('1.0.0');
});

test('passes over what was taken back before a release that failed as well', async () => {
  const store = await released('1.0.0', '1.1.0');
  await back(store);
  await release(store, '1.2.0');
  await back(store);
  expect(await live(store)).toBe('1.0.0');
});

test('takes a version that was taken back when somebody promotes it again', async () => {
  const store = await released('1.0.0', '1.1.0');
  await back(store);
  await promote(store, 'mf-blog', '1.1.0');
  await release(store, '1.2.0');
  await back(store);
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
  // A path that goes from one team to another is pinned to both for a while.
  const { trust } = await pinnedTrust({ 'mf-blog': ['/blog', '/news'], 'mf-news': ['/news'] });
  await release(store, '1.0.0', { routes: [route('/blog'), route('/news')] }, trust);
  await release(store, '1.1.0', { routes: [route('/blog')] }, trust);
  await release(store, '1.0.0', { app: 'mf-news', routes: [route('/news')] }, trust);
  await expect(rollback(store, 'mf-blog', { trust })).rejects.toThrow("claims /news, but /news is mf-news's");
  expect(await live(store)).toBe('1.1.0');
});

test('names an app that was never released', async () => {
  const store = await released('1.0.0');
  await expect(rollback(store, 'mf-nobody')).rejects.toThrow(/mf-nobody has no live release/);
});
