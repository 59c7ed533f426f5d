import { hiddenRoute, matchRoute, pageAddress, partOf, routesOverlap } from './address';

test.each([
  ['/', '/', {}],
  ['/blog', '/blog/', {}],
  ['/blog/:slug', '/blog/linen', { slug: 'linen' }],
  ['/blog/:slug', '/blog/caf%C3%A9', { slug: 'café' }],
  ['/blog/:slug', '/blog', undefined],
  ['/blog/:slug', '/blog/a/b', undefined],
  ['/blog/:slug', '/blog/%ff', undefined],
  ['/product', '/products', undefined],
])('%s against %s gives %j', (pattern, path, params) => {
  expect(matchRoute(pattern, path)).toEqual(params);
});

test.each([
  ['#caf%C3%A9', 'café'],
  ['#50%', '50%'],
  ['', null],
])('a link to "%s" leads to the part %s', (hash, part) => {
  expect(partOf({ getElementById: (id) => ['café', '50%'].find((each) => each === id) ?? null }, hash)).toBe(part);
});

test('of a path that is longer than any pattern no more is read for each than a pattern may have', () => {
  const split = jest.spyOn(String.prototype, 'split');
  expect(matchRoute('/blog/:slug', '/a'.repeat(2_047))).toBeUndefined();
  expect(matchRoute('/:a'.repeat(66), '/a'.repeat(66))).toEqual({ a: 'a' });
  const parts = split.mock.results.map(({ value }) => (value as string[]).length);
  split.mockRestore();
  expect(Math.max(...parts)).toBeLessThan(210);
});

test.each([
  [['/blog', '/blog/authors', '/blog/:slug'], undefined],
  [['/blog/:slug', '/blog/authors'], { hidden: '/blog/authors', by: '/blog/:slug' }],
  [['/blog/:slug', '/blog/:id'], { hidden: '/blog/:id', by: '/blog/:slug' }],
  [['/:a/c', '/b/:d'], undefined],
])('of %j no address reaches %j', (patterns, found) => {
  expect(hiddenRoute(patterns)).toEqual(found);
});

test.each([
  ['/', '/', true],
  ['/', '/:any', false],
  ['/blog', '/blog', true],
  ['/blog', '/blog/jobs', false],
  ['/blog', '/:any', true],
  ['/blog/:slug', '/blog/:id', true],
  ['/blog/:slug', '/blog/jobs/2', true],
  ['/blog/:slug', '/product/:slug', false],
  ['/:any', '/blog/jobs', true],
  ['/:a/c', '/b/:d', true],
])('that %s and %s overlap is %s, whichever is asked first', (one, other, overlap) => {
  expect([routesOverlap(one, other), routesOverlap(other, one)]).toEqual([overlap, overlap]);
});

const addressOf = (address: string, query?: readonly string[]) =>
  pageAddress(new URL(address, 'http://localhost'), query);

test('an address keeps what its route reads, once, and nothing else', () => {
  expect(addressOf('/blog?x=1&page=2&page=3', ['page'])).toBe('/blog?page=2');
  expect(addressOf('/blog?utm_source=x&gclid=y')).toBe('/blog');
  expect(addressOf('/contact?page=2', [])).toBe('/contact');
});

test('a payment id of any gateway reaches its page, a flood does not', () => {
  const id = (length: number) => `/success?payment_id=${'x'.repeat(length)}`;
  expect(addressOf(id(1500), ['payment_id'])).toBe(id(1500));
  expect(addressOf(id(3000), ['payment_id'])).toBe('/success');
});
