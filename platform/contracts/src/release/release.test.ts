import { routePathSchema } from './release';

test.each(['/', '/blog', '/blog/:slug', '/:page', '/one-on-one/2/:dayOfWeek'])('%s is a path of a page', (path) => {
  expect(routePathSchema.parse(path)).toBe(path);
});

test.each([
  '',
  'blog',
  '//',
  '/blog/',
  '/*',
  '/blog/*',
  '/Contact',
  '/con%74act',
  '/caf\u00e9',
  '/feed.xml',
  '/..',
  '/a b',
  '/blog?page=2',
  '/blog#top',
  '/:',
  '/:a:b',
  '/:slug.html',
  '/:slug?',
  '/(a|b)',
  '/blog\n',
])('%j is none', (path) => {
  expect(routePathSchema.safeParse(path).error?.issues[0]?.message).toMatch(/^must be a path of segments.*, not "/);
});
