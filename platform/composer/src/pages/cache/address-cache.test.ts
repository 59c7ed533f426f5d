import type { ReleaseSet } from '../../releases/release-set';
import type { SiteConfig } from '../../settings/site/site-configs';
import { AddressCache } from './small-caches';

const set = (id: string) => ({ id }) as ReleaseSet;
const site = (path: string) => ({ path }) as SiteConfig;
const page = { key: '/blog', version: '1' };
const [first, settings] = [set('first'), site('settings')];

test('an address is known as it was written, for the same releases and settings only', () => {
  const known = new AddressCache(10);
  known.remember('/blog?utm_source=mail', first, settings, page);
  expect(known.find('/blog?utm_source=mail', first, settings)).toBe(page);
  expect(known.find('/blog', first, settings)).toBeUndefined();
  expect(known.find('/blog?utm_source=mail', set('second'), settings)).toBeUndefined();
  expect(known.find('/blog?utm_source=mail', first, site('others'))).toBeUndefined();
});

test('what is remembered of later releases takes the place of all before', () => {
  const known = new AddressCache(10);
  known.remember('/blog', first, settings, page);
  known.remember('/', set('second'), settings, page);
  expect(known.find('/blog', first, settings)).toBeUndefined();
});

test('addresses that are made up take no more memory than so many', () => {
  const known = new AddressCache(10);
  for (let made = 0; made < 25; made += 1) known.remember(`/blog/${made}`, first, settings, page);
  expect(known.find('/blog/19', first, settings)).toBeUndefined();
  expect(known.find('/blog/24', first, settings)).toBe(page);
  const long = `/blog?${'x'.repeat(600)}`;
  known.remember(long, first, settings, page);
  expect(known.find(long, first, settings)).toBeUndefined();
});
