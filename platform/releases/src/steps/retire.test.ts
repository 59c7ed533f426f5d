import { readRegistry, releasesOf } from '../registry/registry';
import { folderStore } from '../store/folder-store';
import { live, newStore, release, route } from '../testing/built-release';
import { promote, retire } from './steps';

const releases = async (place: string) => releasesOf(await readRegistry(folderStore(place)), 'mf-blog');

test('a first release is taken off, and comes back when it is promoted again', async () => {
  const place = await newStore();
  await release(place, '1.0.0', { routes: [route('/blog')] });
  await retire(place, 'mf-blog', { by: 'asha', why: 'a mistake' });
  expect(await live(place)).toBeUndefined();
  // Its files stay for tabs that are open.
  expect((await releases(place)).previous?.metadata.version).toBe('1.0.0');
  await promote(place, 'mf-blog', '1.0.0');
  expect(await live(place)).toBe('1.0.0');
});

test('what is not live is not retired', async () => {
  const place = await newStore();
  await release(place, '1.0.0');
  await retire(place, 'mf-blog');
  await expect(retire(place, 'mf-blog')).rejects.toThrow('mf-blog has no live release: there is nothing to retire.');
});

test('the shell is not retired', async () => {
  await expect(retire(await newStore(), 'shell')).rejects.toMatchObject({ refusal: 'unfit' });
});
