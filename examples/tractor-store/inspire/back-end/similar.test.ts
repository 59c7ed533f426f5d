import { similarTo } from './similar';

test('the nearest colours come first, without what was asked for', () => {
  const similar = similarTo(['CL-07-YE'], 3).map(({ sku }) => sku);
  expect(similar).toHaveLength(3);
  expect(similar).not.toContain('CL-07-YE');
  expect(similar).toContain('AU-03-YE');
});

test('what nobody sells is not a reason for none', () => {
  expect(similarTo(['XX-00-XX'], 4)).toHaveLength(4);
});
