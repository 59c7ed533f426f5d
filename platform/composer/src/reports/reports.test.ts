import { join } from 'node:path';
import { DigestWriter, digestNames, digestSchema, MOST_CAUSES, readDigest } from '@wholepage/releases/digests/digest';
import { promote } from '@wholepage/releases/steps';
import { folderStore } from '@wholepage/releases/store/folder-store';
import { newStore } from '@wholepage/releases/testing/built-release';
import { TAKES_ALL } from '../../../tooling/src/testing/sample';
import type { ReleaseWatcher } from '../releases/release-watcher';
import { fixtureStore, SERVER_ENTRIES, writeRelease } from '../testing/fixture-store';
import { eventually, type RunningComposer, runComposer } from '../testing/running-composer';
import { DigestCollector, DigestKeeper, impersonal } from './digests';

describe('reports', () => {
  let composer: RunningComposer;
  let store: string;

  /** A server entry whose pages at `/broken` throw, and at `/refused` have HTML that does not end. */
  const BLOG_ENTRY = `export async function render({ url }) {
    if (url.endsWith('/broken')) throw new RangeError('broken on purpose');
    if (url.endsWith('/refused')) return { status: 200, head: { title: '' }, html: '<!--', data: null, maxAge: 60 };
    return { status: 200, head: { title: 'Journal' }, html: '<h1>Journal</h1>', data: null, maxAge: 60 };
  }`;

  beforeAll(async () => {
    store = await fixtureStore(BLOG_ENTRY);
    composer = await runComposer(store);
  });
  afterAll(() => composer.close());

  const report = (body: unknown, headers: Record<string, string> = {}) =>
    fetch(`${composer.origin}/_reports`, { method: 'POST', body: JSON.stringify(body), headers });

  const digest = async () => {
    await composer.writeDigest();
    const privateStore = folderStore(join(store, 'private'));
    const name = (await digestNames(privateStore)).at(-1);
    const found = name && (await readDigest(privateStore, name));
    if (!found) throw new Error('No digest was written.');
    return found;
  };

  const BLOG = { app: 'mf-blog', version: '1.0.0' } as const;
  const THROWN = {
    name: 'TypeError',
    message: 'No seat for "Asha Rao"',
    stack: ['mf-blog/1.0.0/remoteEntry.js:1:20'],
  };

  test('an error of a browser is in the digest with its place and the pattern of its page, and nothing of a person', async () => {
    const answer = await report([{ ...BLOG, page: '/blog/:slug', failed: 'mount', error: THROWN }], {
      'user-agent':
        'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36 asha@example.org',
    });
    expect(answer.status).toBe(204);
    const found = await digest();
    expect(found.causes).toEqual([
      {
        ...{ ...BLOG, where: 'Chrome', phase: 'mount', page: '/blog/:slug', name: 'TypeError' },
        ...{ message: 'No seat for <text>', stack: THROWN.stack, breadcrumbs: [], count: 1, verified: 0 },
      },
    ]);
    expect(found.pages).toMatchObject([{ ...BLOG, page: '/blog/:slug', device: 'phone', failed: 1 }]);
    expect(found.generation).toBeGreaterThan(0);
    expect(JSON.stringify(found)).not.toMatch(/asha/i);
  });

  test.each([
    ['a release that was never served', { app: 'mf-blog', version: '9.9.9', failed: 'mount' }, ''],
    ['an app that is not there', { app: 'mf-none', version: '1.0.0', failed: 'mount' }, ''],
    ['a page of a preview', { ...BLOG, failed: 'mount' }, `preview=${'a'.repeat(22)}`],
  ])('%s is in no digest', async (_name, made, cookie) => {
    expect((await report([made], { cookie })).status).toBe(204);
    expect((await digest()).causes).toEqual([]);
  });

  test('without a pattern an error is of the page that it was sent from, by its pattern alone', async () => {
    await report([{ ...BLOG, failed: 'runtime', error: THROWN }], {
      referer: 'http://site.test/blog/asha-rao?who=asha',
    });
    const found = await digest();
    expect(found.causes).toMatchObject([{ page: '/blog/:slug' }]);
    expect(JSON.stringify(found)).not.toMatch(/asha/i);
  });

  test('what was done before an error is in the digest, without pages that are not a pattern of a release', async () => {
    const breadcrumbs = [
      { ago: 9_000, page: '/blog' },
      { ago: 4_000, page: '/blog/asha-rao' },
      { ago: 300, click: 'button.Form-send-1a2b' },
      { ago: 20, fetch: 503 },
    ];
    expect((await report([{ ...BLOG, failed: 'runtime', error: THROWN, breadcrumbs }])).status).toBe(204);
    const found = await digest();
    expect(found.causes[0]?.breadcrumbs).toEqual([breadcrumbs[0], breadcrumbs[2], breadcrumbs[3]]);
    expect(JSON.stringify(found)).not.toMatch(/asha/i);
  });

  test('a part that a browser made from scratch, because somebody had changed the page, is blamed on no release', async () => {
    expect((await report([{ ...BLOG, page: '/blog/:slug', recovered: 'hydration' }])).status).toBe(204);
    expect(await digest()).toMatchObject({ causes: [], pages: [] });
  });

  test('the first report of all is of a tab that was open before a promotion, or before the composer started', async () => {
    const store = await fixtureStore();
    const late = await runComposer(store);
    await writeRelease(store, 'mf-blog', '1.1.0', SERVER_ENTRIES.says('A new heading'));
    await promote(store, 'mf-blog', '1.1.0');
    await eventually(
      async () => (await fetch(`${late.origin}/blog`)).text(),
      (html) => html.includes('A new heading'),
    );
    const body = JSON.stringify([{ ...BLOG, failed: 'runtime', error: THROWN }]);
    const privateStore = folderStore(join(store, 'private'));
    const newest = async () => (await readDigest(privateStore, (await digestNames(privateStore)).at(-1) ?? ''))?.causes;
    const told = async ({ origin, writeDigest }: RunningComposer) => {
      expect((await fetch(`${origin}/_reports`, { method: 'POST', body })).status).toBe(204);
      await writeDigest();
      return newest();
    };
    const expected = [{ ...BLOG, phase: 'runtime', count: 1 }];
    expect(await told(late)).toMatchObject(expected);
    await late.close();
    const restarted = await runComposer(store);
    expect(await told(restarted)).toMatchObject(expected);
    await restarted.close();
    // What came in just before a stop is written, too.
    const stopping = await runComposer(store);
    const last = JSON.stringify([{ ...BLOG, failed: 'mount', error: THROWN }]);
    await fetch(`${stopping.origin}/_reports`, { method: 'POST', body: last });
    await stopping.stop(0);
    expect(await newest()).toMatchObject([{ ...BLOG, phase: 'mount', count: 1 }]);
  });

  test('a visit counts once, however often its tab was left and came back', async () => {
    await report([{ ...BLOG, page: '/blog', lcp: 900, cls: 0 }]);
    await report([{ ...BLOG, inp: 80 }], { referer: 'http://site.test/blog' });
    expect((await digest()).pages).toMatchObject([{ page: '/blog', visits: 1, failed: 0, inp: {} }]);
  });

  test('a report is taken though the machine slept while a page was painted, and though a page never stands still', async () => {
    expect((await report([{ ...BLOG, page: '/blog', lcp: 700_000, inp: 80, cls: 101 }])).status).toBe(204);
    expect((await digest()).pages).toMatchObject([{ visits: 1, lcp: { 146: 1 } }]);
  });

  test('an address in place of a pattern is left out', async () => {
    await report([{ ...BLOG, page: '/blog/asha-rao', failed: 'mount', error: THROWN }]);
    expect((await digest()).causes).toMatchObject([{ page: '' }]);
  });

  test.each([
    [
      'a stack of addresses',
      { ...BLOG, failed: 'mount', error: { ...THROWN, stack: ['https://evil.example/x.js:1:1'] } },
    ],
    [
      'more frames than eight',
      { ...BLOG, failed: 'mount', error: { ...THROWN, stack: Array(9).fill(THROWN.stack[0]) } },
    ],
    ['an endless message', { ...BLOG, failed: 'mount', error: { ...THROWN, message: 'x'.repeat(301) } }],
    ['a text that was clicked', { ...BLOG, failed: 'mount', breadcrumbs: [{ ago: 1, click: 'button For Asha' }] }],
    [
      'an address that was called',
      { ...BLOG, failed: 'mount', breadcrumbs: [{ ago: 1, fetch: 200, of: '/api?who=a' }] },
    ],
    ['eleven breadcrumbs', { ...BLOG, failed: 'mount', breadcrumbs: Array(11).fill({ ago: 1, fetch: 200 }) }],
    ['a key of its own', { ...BLOG, failed: 'mount', user: 'asha' }],
  ])('a report with %s is refused', async (_name, made) => {
    expect((await report([made])).status).toBe(400);
    expect((await digest()).causes).toEqual([]);
  });

  test('an error of a guest is in the digest with its line, as a browser’s is', async () => {
    await fetch(`${composer.origin}/blog/broken`);
    const found = await digest();
    expect(found.causes).toMatchObject([
      {
        ...BLOG,
        where: 'server',
        phase: 'render',
        page: '/blog/:slug',
        name: 'RangeError',
        message: 'broken on purpose',
      },
    ]);
    expect(found.causes[0]?.stack[0]).toBe('mf-blog/1.0.0/node/render.mjs:2:40');
    expect(found.renders).toContainEqual({ ...BLOG, made: 0, failed: 1 });
  });

  test('an answer of a guest that is refused is in the digest, with what is wrong with it', async () => {
    await fetch(`${composer.origin}/blog/refused`);
    const message = 'its page is refused: html its HTML does not end where it should';
    expect((await digest()).causes).toMatchObject([{ ...BLOG, where: 'server', page: '/blog/:slug', message }]);
  });
});

describe('digests', () => {
  const from = (network: string) => ({ network, browser: 'Chrome', device: 'phone', isVerified: false }) as const;
  const failure = (message: string) => ({
    ...{ app: 'mf-blog', version: '2.0.0', failed: 'runtime' as const },
    error: { name: 'TypeError', message, stack: ['mf-blog/2.0.0/entry.js:1:2'] },
  });

  const COMPOSER = { id: 'c', host: 'h', startedAt: '2030-01-01T00:00:00.000Z' };
  /** The digest after writing and parsing. */
  const written = (digests: DigestCollector) =>
    digestSchema.parse({ composer: COMPOSER, at: COMPOSER.startedAt, generation: 1, ...digests.take() });

  test('a network counts once for a cause, however often it reports', () => {
    const digests = new DigestCollector();
    for (let report = 0; report < 50; report += 1) digests.report(failure('x is broken'), '/blog', from('a'));
    digests.report(failure('x is broken'), '/blog', from('b'));
    expect(written(digests).causes).toMatchObject([
      {
        app: 'mf-blog',
        where: 'Chrome',
        phase: 'runtime',
        page: '/blog',
        message: 'x is broken',
        count: 2,
        verified: 0,
      },
    ]);
    expect(written(digests).causes).toEqual([]);
  });

  test('what a visitor did before an error is told by a page view that was verified, if there is one', () => {
    const digests = new DigestCollector();
    const after = (fetch: number) => ({ ...failure('x is broken'), breadcrumbs: [{ ago: 1, fetch }] });
    digests.report(after(200), '/blog', from('a'));
    for (const [status, network] of [
      [500, 'b'],
      [404, 'c'],
    ] as const)
      digests.report(after(status), '/blog', { ...from(network), isVerified: true });
    expect(written(digests).causes).toMatchObject([{ verified: 2, breadcrumbs: [{ ago: 1, fetch: 500 }] }]);
  });

  test('one network adds three causes at most; a flood of many neither fills a digest nor hides what many meet', () => {
    const digests = new DigestCollector();
    for (let report = 0; report < 60; report += 1)
      digests.report(failure(`made up ${'a'.repeat(report)}`), '', from('a'));
    expect(digests.take().causes).toHaveLength(3);
    const { app, version, error } = failure('a fault on the server');
    digests.serverFailed({ app, version, page: '/blog' }, error);
    for (let report = 0; report < 10_000; report += 1) {
      digests.report(failure(`made up ${'a'.repeat(report % 250)} ${'b'.repeat(report % 37)}`), '', from(`n${report}`));
      if (report % 100 === 0) digests.report(failure('a fault that many meet'), '/blog', from(`m${report}`));
    }
    const { causes, dropped } = written(digests);
    expect(causes.length).toBeLessThanOrEqual(MOST_CAUSES);
    expect(dropped).toBeGreaterThan(1_000);
    expect(causes.find(({ message }) => message.startsWith('a fault that'))?.count).toBeGreaterThan(10);
    expect(causes.find(({ message }) => message === 'a fault on the server')?.count).toBe(1);
  });

  test('reports as long as any may be, of twenty networks, take nothing else from the console', async () => {
    const digests = new DigestCollector();
    const frame = `${'a'.repeat(60)}/${'b'.repeat(160)}:1234567:1234567`;
    const click = `${'a'.repeat(41)}.${'b'.repeat(81)}`;
    for (let number = 0; number < 60; number += 1) {
      const error = { name: 'E'.repeat(60), message: 'நூ'.repeat(150 - number), stack: Array(8).fill(frame) };
      const breadcrumbs = Array(10).fill({ ago: 86_400_000, click });
      digests.report({ ...failure(''), error, breadcrumbs }, '/blog', from(`n${number % 20}`));
    }
    const store = folderStore(await newStore());
    expect(await new DigestWriter(store).write(written(digests))).toBe(true);
    const [name = ''] = await digestNames(store);
    expect((await readDigest(store, name))?.causes).toHaveLength(60);
  });

  test('a store that lists no old digests is said once, not with each digest that it takes', async () => {
    const privateStore = { ...folderStore(await newStore()), names: () => Promise.reject(new Error('not allowed')) };
    const log = jest.fn();
    const watcher = { generation: 1 } as ReleaseWatcher;
    const keeper = new DigestKeeper({ digests: new DigestCollector(), privateStore, watcher, log });
    for (let round = 0; round < 4; round += 1) await keeper.write(round * 10_000);
    expect(log.mock.calls.map(([, event]) => event)).toEqual([
      'digests of reports cannot be written',
      'digests of reports are written again',
    ]);
  });

  test('with more networks than can be told apart, one more adds nothing, however much it reports', () => {
    const digests = new DigestCollector();
    const visit = { app: 'mf-blog', version: '2.0.0', lcp: 900 };
    for (let network = 0; network < 50_000; network += 1) digests.report(visit, '/blog', from(`n${network}`));
    for (let report = 0; report < 60; report += 1)
      digests.report(failure(`made up ${'a'.repeat(report)}`), '', from('a'));
    expect(written(digests)).toMatchObject({ causes: [], pages: [{ visits: 50_000 }] });
  });

  test('more pages and releases than a digest holds are left out, not the digest', () => {
    const digests = new DigestCollector();
    for (let number = 0; number < 310; number += 1) {
      const release = { app: 'mf-blog', version: `2.0.${number}` };
      digests.rendered(release, true);
      digests.report({ ...release, lcp: 900 }, '/blog', from(`n${number}`));
    }
    const { pages, renders, dropped } = written(digests);
    expect([pages.length, renders.length, dropped]).toEqual([300, 300, 10]);
  });

  test('a place for a fragment whose name is none takes nothing else from the digest', () => {
    const digests = new DigestCollector();
    digests.holds({ app: 'mf-blog', page: '/blog' }, ['mf-courses/Price', 'mf-courses/price', 'mf-courses/a b']);
    digests.report(failure('x is broken'), '/blog', from('a'));
    const { causes, holds } = written(digests);
    expect([causes.length, holds]).toEqual([
      1,
      [{ app: 'mf-blog', page: '/blog', of: 'mf-courses', fragment: 'price' }],
    ]);
  });

  test('what visits took is counted by page and device', () => {
    const digests = new DigestCollector();
    const visit = { app: 'mf-blog', version: '2.0.0' };
    digests.report({ ...visit, lcp: 900, cls: 0 }, '/blog', from('a'));
    digests.report({ ...visit, lcp: 1_900, inp: 80 }, '/blog', from('b'));
    for (const message of ['x', 'y']) digests.report(failure(message), '/blog', from('b'));
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
      /** Shortest of five times in µs, because other work of the machine only adds to a time. */
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
});
