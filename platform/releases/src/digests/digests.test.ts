import { folderStore } from '../store/folder-store';
import { newStore } from '../testing/built-release';
import { addTo, type Digest, DigestWriter, digestNames, type Histogram, merged, quantile, readDigest } from './digest';

describe('the folder', () => {
  const DIGEST: Digest = {
    composer: { id: 'c', host: 'h', startedAt: '2030-01-01T00:00:00.000Z' },
    at: '2030-01-01T00:00:10.000Z',
    generation: 3,
    ...{ causes: [], pages: [], renders: [], holds: [], dropped: 0 },
  };

  test('a composer that no console reads leaves an hour of digests, and removes what others left a day ago', async () => {
    const store = folderStore(await newStore());
    await new DigestWriter(store, 'gone').write(DIGEST, 1_000);
    const writer = new DigestWriter(store, 'here');
    for (let time = 0; time < 400; time += 1) await writer.write(DIGEST, 100_000_000 + time * 10_000);
    await writer.removeOld(100_000_000);
    const names = await digestNames(store);
    expect(names).toHaveLength(360);
    expect(await readDigest(store, names[0] ?? '')).toEqual(DIGEST);
  });

  test('a file that is not a digest counts as none', async () => {
    const store = folderStore(await newStore());
    await store.create('digests/0000000000001-x.json', Buffer.from('{"composer":"<script>"}'));
    await store.create('digests/other.txt', Buffer.from('x'));
    expect(await digestNames(store)).toEqual(['0000000000001-x.json']);
    expect(await readDigest(store, '0000000000001-x.json')).toBeUndefined();
  });
});

describe('a histogram', () => {
  const of = (...values: number[]): Histogram => {
    const histogram: Histogram = {};
    for (const value of values) addTo(histogram, value);
    return histogram;
  };

  test.each([0.02, 40, 1_234, 59_000])('the quantile of %d alone is right within 8 %%', (value) => {
    const found = quantile(of(value), 0.75) ?? 0;
    expect(Math.abs(found / value - 1)).toBeLessThan(0.08);
  });

  test('three in four do not exceed the quantile, also of two histograms together', () => {
    const both = merged(of(100, 100), of(100, 5_000));
    expect(quantile(both, 0.75)).toBeLessThan(110);
    expect(quantile(both, 0.99)).toBeGreaterThan(4_600);
  });

  test('without values there is none, and nought is nought', () => {
    expect(quantile({}, 0.75)).toBeUndefined();
    expect(quantile(of(0), 0.75)).toBe(0);
  });
});
