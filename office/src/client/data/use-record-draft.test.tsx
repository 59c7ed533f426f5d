import { laidOver } from './use-record-draft';

const before = { name: 'Nool', hours: ['9 to 17'], footer: { one: ['a'], two: ['b'] } };

test('what I changed lies over what they saved, field by field', () => {
  const mine = { ...before, hours: ['9 to 18'], footer: { one: ['a', 'x'], two: ['b'] } };
  const theirs = { ...before, name: 'Nool & Needle', footer: { one: ['a'], two: [] } };
  expect(laidOver(before, mine, theirs)).toEqual({
    name: 'Nool & Needle',
    hours: ['9 to 18'],
    footer: { one: ['a', 'x'], two: [] },
  });
});

test('what both changed is mine, and what I emptied stays empty', () => {
  const { hours: _hours, ...mine } = { ...before, name: 'Mine' };
  expect(laidOver<object>(before, mine, { ...before, name: 'Theirs' })).toEqual(mine);
});
