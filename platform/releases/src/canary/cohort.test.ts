import { Cohort, type Variant } from './cohort';
import { sumOf } from './judge';

const first = (network: string, visitor: string, variant: Variant, since = 1, percent = 10) => ({
  network,
  visitor,
  since,
  percent,
  variant,
});
const HEARD = { given: 1, heard: true };
const at = (variant: Variant, percent = 10) => ({ variant, percent });

/** `[networks, failed]` of both variants, over all steps. */
const counts = (cohort: Cohort) =>
  (['canary', 'live'] as const).map((variant) => [
    sumOf(cohort.evidence(), variant, ({ networks }) => networks),
    sumOf(cohort.evidence(), variant, ({ failed }) => failed),
  ]);

test('a network speaks once, on the variant of the visitor who came first, however many come', () => {
  const cohort = new Cohort();
  cohort.arrive(first('a', 'one', 'live'));
  cohort.arrive(first('a', 'two', 'canary', 2));
  for (const [visitor, variant] of [
    ['one', 'live'],
    ['two', 'canary'],
  ] as const)
    for (let times = 0; times < 3; times += 1) cohort.observe('a', visitor, at(variant), { failed: true });
  expect(counts(cohort)).toEqual([
    [0, 0],
    [1, 1],
  ]);
});

test('nobody speaks for a network that had no page view', () => {
  const cohort = new Cohort();
  cohort.observe('a', 'one', at('canary'), { failed: true });
  expect(cohort.evidence()).toEqual([]);
});

test('who has seen no page of the app is counted on no variant', () => {
  const cohort = new Cohort();
  cohort.arrive(first('a', 'one', 'canary'));
  expect(counts(cohort)[0]).toEqual([0, 0]);
  cohort.observe('a', 'one', at('canary'), { ...HEARD, lcp: 3_000 });
  expect(cohort.evidence()[0]?.canary).toMatchObject({ networks: 1, failed: 0, lcp: [1, 1, 1, 0, 0] });
});

test('a network exists once its browser was heard, or a render failed for it; until then nobody is judged by it', () => {
  const cohort = new Cohort();
  for (const network of ['a', 'b', 'c']) cohort.arrive(first(network, 'one', 'canary'));
  for (const network of ['a', 'b', 'c']) cohort.observe(network, 'one', at('canary'), { given: 1 });
  expect(counts(cohort)[0]).toEqual([0, 0]);
  cohort.observe('a', 'one', at('canary'), HEARD);
  cohort.observe('b', 'one', at('canary'), { failed: true });
  expect(counts(cohort)[0]).toEqual([2, 1]);
});

test('who had a page and says nothing for six minutes is silent; who reports no paint is missing, not fast', () => {
  const cohort = new Cohort();
  for (const network of ['a', 'b', 'c']) cohort.arrive(first(network, 'one', 'canary', 1_000));
  for (const network of ['a', 'b', 'c']) cohort.observe(network, 'one', at('canary'), { given: 1_000 });
  cohort.observe('a', 'one', at('canary'), { heard: true });
  cohort.observe('b', 'one', at('canary'), { heard: true, lcp: 900 });
  const seenAt = (now?: number) => cohort.evidence(now)[0]?.canary;
  expect(seenAt(1_359)).toMatchObject({ heard: 2, silent: 0, unpainted: 0, timed: { lcp: 1 } });
  expect(seenAt(1_360)).toMatchObject({ heard: 2, silent: 1, unpainted: 2, timed: { lcp: 1 } });
  // As if nothing were heard any more.
  expect(seenAt(Number.POSITIVE_INFINITY)).toMatchObject({ silent: 1, unpainted: 2 });
});

test('nobody claims a variant that was not drawn', () => {
  const cohort = new Cohort();
  cohort.arrive(first('a', 'one', 'live'));
  cohort.observe('a', 'one', at('canary'), { failed: true });
  expect(counts(cohort)[0]).toEqual([0, 0]);
});

test('what came of a step is as it was when the step ended: a wider share would tilt it', () => {
  const cohort = new Cohort();
  cohort.arrive(first('a', 'one', 'live'));
  cohort.observe('a', 'one', at('live'), HEARD);
  cohort.observe('a', 'one', at('live', 50), { failed: true });
  cohort.arrive(first('a', 'two', 'canary', 9, 50));
  expect(counts(cohort)).toEqual([
    [0, 0],
    [1, 0],
  ]);
});

test('networks that came by several composers are counted once, by the visitor who came first', () => {
  const [one, other] = [new Cohort(), new Cohort()];
  for (const network of ['a', 'b', 'c']) {
    one.arrive(first(network, 'later', 'canary', 5));
    other.arrive(first(network, 'earlier', 'live', 4));
    one.observe(network, 'later', at('canary'), { failed: true });
    other.observe(network, 'earlier', at('live'), HEARD);
  }
  const [of1, of2] = [one.changed(), other.changed()];
  one.merge(of2);
  other.merge(of1);
  for (const cohort of [one, other])
    expect(counts(cohort)).toEqual([
      [0, 0],
      [3, 0],
    ]);
});

test('what a visitor met at two composers is put together', () => {
  const [one, other] = [new Cohort(), new Cohort()];
  one.arrive(first('a', 'one', 'canary'));
  other.merge(one.changed());
  other.observe('a', 'one', at('canary'), { failed: true });
  one.observe('a', 'one', at('canary'), { ...HEARD, inp: 120 });
  one.merge(other.changed());
  expect(one.evidence()[0]?.canary).toMatchObject({ networks: 1, failed: 1, inp: [1, 1, 0, 0, 0] });
});

test('evidence that was written is not written again, unless there is more', () => {
  const cohort = new Cohort();
  cohort.arrive(first('a', 'one', 'canary'));
  const members = cohort.changed();
  cohort.observe('a', 'one', at('canary'), HEARD);
  cohort.shared(members);
  expect(cohort.changed()).toHaveLength(1);
  cohort.shared(cohort.changed());
  expect(cohort.changed()).toEqual([]);
});
