import { isCurrent } from './current';

it.each([
  ['/', '/', true],
  ['/', '/blog', false],
  ['/blog', '/blog', true],
  ['/blog', '/blog/linen', true],
  ['/blog', '/blogs', false],
  ['/blog/linen', '/blog', false],
])('marks the link to %s at %s: %s', (href, path, current) => {
  expect(isCurrent(href, path)).toBe(current);
});
