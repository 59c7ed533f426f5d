import { boxOf, moved } from './path-data';

test.each([
  ['M1 2h3v4H5V6z', 'M11 22h3v4H15V26z'],
  ['M1 2l3-4L5 6C7 8 9 10 11 12', 'M11 22l3-4L15 26C17 28 19 30 21 32'],
  ['m1 2 3 4', 'm11 22 3 4'],
  ['M0 .5A4 4 0 1 0 8 0a4 4 0 10-8 0', 'M10 20.5A4 4 0 1 0 18 20a4 4 0 10-8 0'],
  ['M-9.96 1e-7h1', 'M.04 20h1'],
])('%s is moved by what is absolute in it', (d, after) => {
  expect(moved(d, 10, 20)).toBe(after);
});

test.each([
  ['M1 2h3v4', [1, 2, 4, 6]],
  ['M5 5L1 9zl2 2', [1, 5, 7, 9]],
  ['M0 0q5 9 10 0t10 0', [0, 0, 20, 9]],
  ['M10 10c1 1 2-8 3 0H0', [0, 2, 13, 11]],
])('%s lies within its box', (d, box) => {
  expect(boxOf(d)).toEqual(box);
});

test('an arc cannot leave its box, whichever way it goes', () => {
  const [left, top, right, bottom] = boxOf('M6 10a4 4 0 1 0 8 0');
  expect(left).toBeLessThanOrEqual(6);
  expect(top).toBeLessThanOrEqual(6);
  expect(right).toBeGreaterThanOrEqual(14);
  expect(bottom).toBeGreaterThanOrEqual(14);
});
