import { slugOf } from './written';

test.each([
  ['Linen at sea!', 'linen-at-sea'],
  ['  Café & crème  ', 'cafe-creme'],
  ['சீருடை', ''],
  ['x'.repeat(200), 'x'.repeat(120)],
])('%s', (title, slug) => expect(slugOf(title)).toBe(slug));
