import { matchRoute } from './route-match';

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
