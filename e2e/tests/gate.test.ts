import { MISTAKES, type Releasing, startReleasing } from '../src/bad-releases';

/** A build from scratch and the checks, beside the other tests. */
const RELEASE_TIMEOUT_MS = 240_000;

let team: Releasing;
beforeEach(async () => {
  team = await startReleasing();
});
afterEach(() => team.remove());

test(
  'a release with five mistakes is refused for each by name, and nothing is promoted',
  async () => {
    for (const mistake of MISTAKES) await team.make(mistake);
    const before = await team.registry();
    const { code, said } = await team.release('--skip', 'lifecycle', '--reason', 'the mistakes are elsewhere');
    for (const { says } of MISTAKES) expect(said).toMatch(says);
    expect(said).toMatch(/– lifecycle .+ \(skipped: the mistakes are elsewhere\)/);
    expect(said).toMatch(/mf-blog \S+ was not released: types, styles, sizes, pages, .*globals failed\. Mend it/);
    expect(code).toBe(1);
    expect(await team.registry()).toBe(before);
  },
  RELEASE_TIMEOUT_MS,
);

/** One by one, each held against the whole gate: with `npm run soak`. */
const alone = process.env.SOAK === '1' ? MISTAKES : [];
if (alone.length)
  test.each(alone)(
    '$name alone is refused',
    async (mistake) => {
      await team.make(mistake);
      const before = await team.registry();
      const { code, said } = await team.release();
      expect(said).toMatch(mistake.says);
      expect(said).toMatch(new RegExp(`was not released: .*${mistake.check}`));
      expect(code).toBe(1);
      expect(await team.registry()).toBe(before);
    },
    RELEASE_TIMEOUT_MS,
  );
