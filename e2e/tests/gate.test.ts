import { join } from 'node:path';
import { TAKES_ALL } from '@wholepage/tooling/sample';
import { APP, copySources, copyStore, harmed, MISTAKES, type Mistake } from '../src/faults/bad-releases';
import { skipAllBut } from '../src/faults/gate-checks';
import { publishEdited } from '../src/faults/reissue';

const ROOT = join(__dirname, '..', '..');
/** Time for the checks and a build from scratch, beside other tests. */
const TIMEOUT_MS = 240_000;

/** An address without a server. Without an API the gate has fewer addresses to request, and no view with the API down. */
const NO_API = 'http://127.0.0.1:9';

/** Skipped checks. `npm test` looks for two mistakes, without the visits of each page; the checks' own tests cover files. */
const ELSEWHERE = TAKES_ALL
  ? ['lifecycle']
  : [
      ...['lifecycle', 'visits', 'globals', 'storage', 'layout', 'accessibility', 'stock-host', 'external-cost'],
      ...['scenarios', 'addresses', 'prices', 'style-reach'],
    ];
/** Checks that fail within seconds; the gate then runs no others. */
const EARLY = ['types', 'styles', 'sizes'];
const isEarly = ({ check }: Mistake): boolean => EARLY.includes(check);
const FOUND = MISTAKES.filter(({ check }) => check !== 'types' && !ELSEWHERE.includes(check));

test(
  'a published release with several mistakes is refused for each by name, and nothing is promoted',
  async () => {
    const store = await copyStore(NO_API);
    const version = await publishEdited(store.place, APP, harmed);
    const before = await store.registry();
    const skip = ['--skip', [...ELSEWHERE, 'styles', 'sizes'].join(','), '--reason', 'the mistakes are elsewhere'];
    const { code, said } = await store.run(ROOT, 'promote', APP, version, ...skip);
    for (const { says } of FOUND.filter((mistake) => !isEarly(mistake))) expect(said).toMatch(says);
    expect(said).toMatch(/– lifecycle .+ \(skipped: the mistakes are elsewhere\)/);
    expect(said).toMatch(/mf-blog \S+ was not released: pages, .*fragments.* failed\. Mend it/);
    expect(code).toBe(1);
    expect(await store.registry()).toBe(before);
    await store.remove();
  },
  TIMEOUT_MS,
);

if (TAKES_ALL)
  test('--fast tells of the mistakes that need no browser, in seconds, and notes nothing', async () => {
    const store = await copyStore(NO_API);
    const version = await publishEdited(store.place, APP, harmed);
    const started = performance.now();
    const { code, said } = await store.run(ROOT, 'verify', APP, version, '--fast');
    for (const { says } of FOUND.filter(isEarly)) expect(said).toMatch(says);
    expect(said).toMatch(/mf-blog \S+ may not go live: styles, sizes failed, after [\d.]+ s\./);
    expect(said).not.toMatch(/[✓✗] (pages|visits)/);
    expect(code).toBe(1);
    expect(performance.now() - started).toBeLessThan(30_000);
    await store.remove();
  });

if (TAKES_ALL)
  test(
    'pages that offer a course for less than the live API sells it are refused, with what to do',
    async () => {
      const store = await copyStore();
      const version = await publishEdited(store.place, 'mf-courses', (file, text) =>
        file === 'node/render.mjs'
          ? text.replaceAll(
              /\w+(?=\.toLocaleString\("en-IN",\{minimumFractionDigits)/g,
              (units) => `(${units}===50000?45000:${units})`,
            )
          : text,
      );
      const before = await store.registry();
      const { code, said } = await store.run(ROOT, 'promote', 'mf-courses', version, ...skipAllBut('prices'));
      expect(said).toMatch(
        /✗ prices.+\n +\/courses\S*\n +it offers online for INR 45,000; the live API sells it for INR 50,000\.\n +→ Show the price/,
      );
      expect(said).toMatch(/mf-courses \S+ was not released: prices failed\./);
      expect(code).toBe(1);
      expect(await store.registry()).toBe(before);
      await store.remove();
    },
    TIMEOUT_MS,
  );

/** With `SOAK=1` the whole gate runs on changed sources: with each mistake alone, and with all at once. */
const made: { name: string; mistakes: readonly Mistake[] }[] = [
  ...MISTAKES.map((mistake) => ({ name: `${mistake.name} alone`, mistakes: [mistake] })),
  { name: 'all of it', mistakes: MISTAKES },
];
if (process.env.SOAK === '1')
  test.each(made)(
    '$name is refused when it is to be released',
    async ({ mistakes }) => {
      const [store, sources] = await Promise.all([copyStore(), copySources()]);
      for (const { file, from, to } of mistakes) await sources.edit(file, from, to());
      const before = await store.registry();
      const { code, said } = await store.run(sources.root, 'release', APP);
      const found = mistakes.some(isEarly) ? mistakes.filter(isEarly) : mistakes;
      for (const { says, check } of found) {
        expect(said).toMatch(says);
        expect(said).toMatch(new RegExp(`was not released: .*${check}`));
      }
      expect(code).toBe(1);
      expect(await store.registry()).toBe(before);
      await Promise.all([store.remove(), sources.remove()]);
    },
    TIMEOUT_MS,
  );
