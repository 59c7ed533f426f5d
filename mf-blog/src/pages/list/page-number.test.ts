import { pageHref, pageNumber } from './page';

const asked = (search: string) => pageNumber(new URLSearchParams(search));

test('the page is the one in the address', () => {
  expect(asked('?page=3')).toBe(3);
  expect(pageHref(3)).toBe('/blog?page=3');
});

test.each(['', '?page=', '?page=0', '?page=-2', '?page=1e9', '?page=2.5', '?page=two', '?page=%20'])(
  'anything else is the first page: %s',
  (search) => expect(asked(search)).toBe(1),
);

test('the first page has no number in its address', () => expect(pageHref(1)).toBe('/blog'));
