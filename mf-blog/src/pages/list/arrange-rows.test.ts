import { arrangeRows } from './arrange-rows';

const sizes = (count: number) =>
  arrangeRows(Array.from({ length: count }, (_, index) => index)).map(({ layout, posts }) => [
    layout,
    ...posts.map(({ size }) => size),
  ]);

test('nine posts make three rows of three whose layouts alternate', () => {
  expect(sizes(9)).toEqual([
    ['large-first', 'large', 'small', 'small'],
    ['large-last', 'small', 'small', 'large'],
    ['large-first', 'large', 'small', 'small'],
  ]);
});

test('a short last row keeps a large post', () => {
  expect(sizes(4).at(-1)).toEqual(['large-last', 'large']);
  expect(sizes(5).at(-1)).toEqual(['large-last', 'small', 'large']);
  expect(sizes(7).at(-1)).toEqual(['large-first', 'large']);
});

test('posts keep their order', () => {
  const order = arrangeRows([1, 2, 3, 4, 5, 6]).flatMap(({ posts }) => posts.map(({ post }) => post));
  expect(order).toEqual([1, 2, 3, 4, 5, 6]);
});

test('no posts, no rows', () => expect(sizes(0)).toEqual([]));
