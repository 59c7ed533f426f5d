import { headSchema } from '@wholepage/contracts/head';
import { StoredResponse } from '../../http/response/send';
import type { ReleaseSet } from '../../releases/release-set';
import type { SiteConfig } from '../../settings/site/site-configs';
import { AddressCache, HeadCache, PageCache } from './page-cache';

const cacheOf = (maxEntries: number) => new PageCache({ maxEntries, maxBytes: 10_000_000 }, () => {});
const page =
  (status: number, text = 'text') =>
  async () => ({
    response: new StoredResponse(status, {}, Buffer.from(text)),
    maxAge: 60,
    complete: status < 500,
    hasContent: status < 500,
  });

test('addresses that are made up push out no page', async () => {
  const pages = cacheOf(50);
  await pages.get('/', 'set', page(200));
  for (let index = 0; index < 500; index += 1) await pages.get(`/blog/${index}`, 'set', page(404));
  expect(pages.fresh('/', 'set')?.status).toBe(200);
  expect(pages.size).toBe(1);
});

test('a page that was taken away does not come back when something breaks', async () => {
  const pages = cacheOf(50);
  await pages.get('/blog/linen', 'first', page(200));
  await pages.get('/blog/linen', 'second', page(404));
  expect((await pages.get('/blog/linen', 'third', page(503))).status).toBe(503);
});

test('what belongs to one visitor is not kept', async () => {
  const pages = cacheOf(50);
  await pages.get('/success', 'set', async () => ({ ...(await page(200)()), maxAge: 0 }));
  expect(pages.size).toBe(0);
});

test('a page that cannot be made at all is the last good one, or the fault', async () => {
  const pages = cacheOf(50);
  const fails = () => Promise.reject(new Error('no layout'));
  await expect(pages.get('/', 'first', fails)).rejects.toThrow('no layout');
  await pages.get('/', 'first', page(200, 'good'));
  expect((await pages.get('/', 'second', fails)).body.toString()).toBe('good');
});

test('a page that comes out the same once more is the one that is compressed already', async () => {
  const clock = jest.spyOn(Date, 'now').mockReturnValue(0);
  const pages = cacheOf(50);
  const first = await pages.get('/', 'set', page(200, 'same'));
  clock.mockReturnValue(60_000);
  expect(await pages.get('/', 'set', page(200, 'same'))).toBe(first);
  expect(pages.fresh('/', 'set')).toBe(first);
  clock.mockReturnValue(120_000);
  expect((await pages.get('/', 'set', page(200, 'other'))).body.toString()).toBe('other');
  clock.mockRestore();
});

describe('while a page cannot be made', () => {
  const DAY_MS = 24 * 3_600_000;
  let now: number;
  let renders: number;
  beforeEach(() => {
    now = 0;
    renders = 0;
    jest.spyOn(Date, 'now').mockImplementation(() => now);
  });
  afterEach(() => jest.restoreAllMocks());
  const fails = () => {
    renders += 1;
    return Promise.reject(new Error('no layout'));
  };

  test('the last good one is sent for a day and no longer', async () => {
    const pages = cacheOf(50);
    await pages.get('/', 'first', page(200, 'good'));
    now = DAY_MS - 1;
    expect((await pages.get('/', 'second', fails)).body.toString()).toBe('good');
    now = DAY_MS;
    await expect(pages.get('/', 'third', fails)).rejects.toThrow('no layout');
  });

  test('it is tried again after a second, and not for every visitor', async () => {
    const pages = cacheOf(50);
    await pages.get('/', 'first', page(200, 'good'));
    await pages.get('/', 'second', fails);
    now = 999;
    await pages.get('/', 'second', fails);
    expect(renders).toBe(1);
    now = 1_000;
    expect((await pages.get('/', 'second', page(200, 'new'))).body.toString()).toBe('new');
  });

  test('one that lacks a part is made again after a second, however long the whole one may be reused', async () => {
    const pages = cacheOf(50);
    const get = async (text: string, complete: boolean) => {
      const made = async () => ({ ...(await page(200, text)()), complete });
      return (await pages.get('/product', 'set', made)).body.toString();
    };
    expect(await get('no basket', false)).toBe('no basket');
    now = 999;
    expect(await get('whole', true)).toBe('no basket');
    now = 1_000;
    expect(await get('whole', true)).toBe('whole');
  });

  test('one that lacks a fragment is the last good one where nothing better was made', async () => {
    const pages = cacheOf(50);
    const get = async (set: string, text: string, made: { complete: boolean; hasContent: boolean }) =>
      (await pages.get('/', set, async () => ({ ...(await page(200, text)()), ...made }))).body.toString();
    const [whole, part, none] = [
      { complete: true, hasContent: true },
      { complete: false, hasContent: true },
      { complete: false, hasContent: false },
    ];
    expect(await get('first', 'no price', part)).toBe('no price');
    expect(await get('second', 'left to the browser', none)).toBe('no price');
    now = 1_000;
    expect(await get('second', 'no price, later', part)).toBe('no price, later');
    now = 2_000;
    expect(await get('second', 'with its price', whole)).toBe('with its price');
    expect(await get('third', 'no price again', part)).toBe('with its price');
  });

  test('what belongs to one visitor is not kept, also where it lacks a fragment', async () => {
    const pages = cacheOf(50);
    const made = async () => ({ ...(await page(200)()), complete: false, hasContent: true, maxAge: 0 });
    await pages.get('/success', 'first', made);
    expect(pages.fresh('/success', 'first')).toBeUndefined();
  });
});

const set = (id: string) => ({ id }) as ReleaseSet;
const site = (path: string) => ({ path }) as SiteConfig;
const place = { key: '/blog', version: '1' };
const [first, settings] = [set('first'), site('settings')];

test('an address is known as it was written, for the same releases and settings only', () => {
  const known = new AddressCache(10);
  known.remember('/blog?utm_source=mail', first, settings, place);
  expect(known.find('/blog?utm_source=mail', first, settings)).toBe(place);
  expect(known.find('/blog', first, settings)).toBeUndefined();
  expect(known.find('/blog?utm_source=mail', set('second'), settings)).toBeUndefined();
  expect(known.find('/blog?utm_source=mail', first, site('others'))).toBeUndefined();
});

test('what is remembered of later releases takes the place of all before', () => {
  const known = new AddressCache(10);
  known.remember('/blog', first, settings, place);
  known.remember('/', set('second'), settings, place);
  expect(known.find('/blog', first, settings)).toBeUndefined();
});

test('addresses that are made up take no more memory than so many', () => {
  const known = new AddressCache(10);
  for (let made = 0; made < 25; made += 1) known.remember(`/blog/${made}`, first, settings, place);
  expect(known.find('/blog/19', first, settings)).toBeUndefined();
  expect(known.find('/blog/24', first, settings)).toBe(place);
  const long = `/blog?${'x'.repeat(600)}`;
  known.remember(long, first, settings, place);
  expect(known.find(long, first, settings)).toBeUndefined();
});

const LINEN = headSchema.parse({ title: 'Linen' });
const OTHER = headSchema.parse({ title: 'Not here' });

let heads: HeadCache;
beforeEach(() => {
  heads = new HeadCache();
  heads.remember('/blog/linen', 200, LINEN);
});

test.each([404, 410])('a page that answers %d is forgotten', (status) => {
  heads.remember('/blog/linen', status, OTHER);
  expect(heads.of('/blog/linen')).toBeUndefined();
});

test.each([500, 503])('a page that answers %d is still the page that it was', (status) => {
  heads.remember('/blog/linen', status, OTHER);
  expect(heads.of('/blog/linen')).toEqual(LINEN);
});
