import { hiddenRoute, matchRoute, routesOverlap } from './route-match';

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
