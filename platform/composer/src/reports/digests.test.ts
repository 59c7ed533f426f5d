import { digestSchema, MOST_CAUSES } from '@wholepage/releases/digests/digest';
import { TAKES_ALL } from '../../../tooling/src/testing/sample';
import { DigestCollector, impersonal } from './digests';

const from = (network: string) => ({ network, browser: 'Chrome', device: 'phone', isVerified: false }) as const;
const failure = (message: string) => ({
  ...{ app: 'mf-blog', version: '2.0.0', failed: 'runtime' as const },
  error: { name: 'TypeError', message, stack: ['mf-blog/2.0.0/entry.js:1:2'] },
});

const COMPOSER = { id: 'c', host: 'h', startedAt: '2030-01-01T00:00:00.000Z' };
/** As it is written, and read again. */
const written = (digests: DigestCollector) =>
  digestSchema.parse({ composer: COMPOSER, at: COMPOSER.startedAt, generation: 1, ...digests.take() });

test('a network counts once for a cause, however often it reports', () => {
  const digests = new DigestCollector();
  for (let report = 0; report < 50; report += 1) digests.report(failure('x is broken'), '/blog', from('a'));
  digests.report(failure('x is broken'), '/blog', from('b'));
  expect(written(digests).causes).toMatchObject([
    { app: 'mf-blog', where: 'Chrome', phase: 'runtime', page: '/blog', message: 'x is broken', count: 2, verified: 0 },
  ]);
  expect(written(digests).causes).toEqual([]);
});

test('one network adds three causes at most; a flood of many neither fills a digest nor hides what many meet', () => {
  const digests = new DigestCollector();
  for (let report = 0; report < 60; report += 1)
    digests.report(failure(`made up ${'a'.repeat(report)}`), '', from('a'));
  expect(digests.take().causes).toHaveLength(3);
  for (let report = 0; report < 10_000; report += 1) {
    digests.report(failure(`made up ${'a'.repeat(report % 250)} ${'b'.repeat(report % 37)}`), '', from(`n${report}`));
    if (report % 100 === 0) digests.report(failure('a fault that many meet'), '/blog', from(`m${report}`));
  }
  const { causes, dropped } = written(digests);
  expect(causes.length).toBeLessThanOrEqual(MOST_CAUSES);
  expect(dropped).toBeGreaterThan(1_000);
  expect(causes.find(({ message }) => message.startsWith('a fault'))?.count).toBeGreaterThan(10);
});

test('what visits took is counted by page and device', () => {
  const digests = new DigestCollector();
  const visit = { app: 'mf-blog', version: '2.0.0' };
  digests.report({ ...visit, lcp: 900, cls: 0 }, '/blog', from('a'));
  digests.report({ ...visit, lcp: 1_900, inp: 80 }, '/blog', from('b'));
  digests.report(failure('x'), '/blog', from('c'));
  const [page] = written(digests).pages;
  expect(page).toMatchObject({ page: '/blog', device: 'phone', visits: 2, failed: 1 });
  expect(Object.values(page?.lcp ?? {})).toEqual([1, 1]);
});

test.each([
  ['asha@example.org is taken', '<e-mail> is taken'],
  ['No seat for "Asha Rao" left', 'No seat for <text> left'],
  [
    `Unexpected token 'A', "Asha Rao, +91 98450 12345" is not valid JSON`,
    'Unexpected token <text>, <text> is not valid JSON',
  ],
  ['call +91 98450 12345', 'call <number>'],
  ['GET https://site.example/blog?who=asha failed', 'GET <address> failed'],
  ['cannot load /blog/asha-rao', 'cannot load <path>'],
  ["Cannot read properties of undefined (reading 'slug')", "Cannot read properties of undefined (reading 'slug')"],
  ["can't find O'Brien's 'Asha O'Brien' there", "can't find O'Brien's <text> there"],
  ["no property 'Asha Rao'", 'no property <text>'],
  ['x is not a function', 'x is not a function'],
  ['order 4711 of a\u0000b\nc', 'order <number> of a b c'],
])('of %j stays %j', (message, expected) => {
  expect(impersonal(message, 300)).toBe(expected);
});

test('a message without end, made to be slow, is cut and quickly read', () => {
  const began = performance.now();
  for (const part of ['"', '@', '1 ', '/a', 'a:']) impersonal(part.repeat(100_000), 300);
  expect(performance.now() - began).toBeLessThan(100);
});

if (TAKES_ALL)
  test('one long word costs little more than short ones', () => {
    /** The least of several, in µs: what else the machine does only adds to it. */
    const time = (text: string) =>
      Math.min(
        ...Array.from({ length: 5 }, () => {
          const { user } = process.cpuUsage();
          for (let turn = 0; turn < 1_000; turn += 1) impersonal(text, 3_000);
          return process.cpuUsage({ user, system: 0 }).user;
        }),
      );
    const short = 'xxx '.repeat(750);
    time(short);
    expect(time('x'.repeat(3_000))).toBeLessThan(8 * time(short));
  });
