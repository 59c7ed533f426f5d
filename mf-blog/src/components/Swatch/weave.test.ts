import { WEAVES, weaveOf, weavesOf } from './weave';

test('a post keeps its cloth', () => expect(weaveOf('linen')).toBe(weaveOf('linen')));

test('neighbours differ', () => {
  const weaves = weavesOf(Array.from({ length: 9 }, () => 'linen'));
  for (const [index, weave] of weaves.entries())
    expect(weaves.slice(Math.max(0, index - 3), index)).not.toContain(weave);
});

test('every cloth is used', () => {
  const used = new Set(Array.from({ length: 60 }, (_, index) => weaveOf(`post-${index}`)));
  expect([...used].sort()).toEqual([...WEAVES].sort());
});
