import { currentOf } from './NavLink';

it.each([
  ['/', '/', 'page'],
  ['/', '/blog', undefined],
  ['/blog', '/blog', 'page'],
  ['/blog', '/blog/linen', 'true'],
  ['/blog', '/blogs', undefined],
  ['/blog/linen', '/blog', undefined],
])('marks the link to %s at %s: %s', (href, path, current) => {
  expect(currentOf(href, path)).toBe(current);
});
