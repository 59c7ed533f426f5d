import { WEAVES, weaveOf } from './weave';

test('a post keeps its cloth', () => expect(weaveOf('linen')).toBe(weaveOf('linen')));

test('every cloth is used', () => {
  const used = new Set(Array.from({ length: 60 }, (_, index) => weaveOf(`post-${index}`)));
  expect([...used].sort()).toEqual([...WEAVES].sort());
});
