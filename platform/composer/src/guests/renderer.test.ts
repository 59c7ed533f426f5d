import { cp, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { sample } from '../../../tooling/src/testing/sample';
import { fixtureSite } from '../testing/fixture-site';
import { fixtureStore } from '../testing/fixture-store';
import { eventually, type RunningComposer, runComposer } from '../testing/running-composer';
import { RenderTask } from './render-task';
import { readPage as readAnswer, readLayout, readSitemap } from './renderer';
import type { GuestRequests } from './wire/protocol';

describe('answers', () => {
  const readPage = (answer: unknown) => readAnswer(answer, { url: 'http://site.test/linen', origins: [] });

  const page = { status: 200, head: { title: 'Linen' }, html: '<h1>Linen</h1>', data: null, maxAge: 60 };

  test('a page is what it says', () => {
    expect(readPage(page)).toMatchObject({ status: 200, html: '<h1>Linen</h1>' });
    expect(readPage({ ...page, head: { title: '', canonical: '/a', image: 'https://cdn.example/a.jpg' } }).status).toBe(
      200,
    );
  });

  /** Fault, the part of the page with it, and the text of the refusal. */
  const refused: [string, object, string][] = [
    [
      'a picture whose address is none',
      { head: { title: '', image: 'https://cdn example.com/a b.jpg' } },
      'head.image',
    ],
    ['a canonical address that is none', { head: { title: '', canonical: 'http://[' } }, 'head.canonical'],
    ...[
      'https://evil.example/',
      '//evil.example',
      '/\\\\evil.example',
      '/.//evil.example',
      'blob:http://site.invalid/x',
    ].map((canonical): [string, object, string] => [
      `a canonical address of another site, ${canonical}`,
      { head: { title: '', canonical } },
      'head.canonical is not',
    ]),
    ['an address of another kind', { head: { title: '', canonical: 'javascript:alert(1)' } }, 'head.canonical'],
    ['data that the page makes six times as long', { data: '<'.repeat(90_000) }, 'data has more than 524288 bytes'],
    ['long data', { data: { text: 'x'.repeat(524_288) } }, 'data has more than 524288 bytes'],
    ['long structured data', { head: { title: '', jsonLd: [{ a: '<'.repeat(90_000) }] } }, 'head.jsonLd has more'],
    ['to be kept for ever', { maxAge: 1e300 }, 'maxAge'],
    ['to be kept for less than no time', { maxAge: -1 }, 'maxAge'],
    ['no number of seconds', { maxAge: null }, 'maxAge'],
    ['a status that is none', { status: 302 }, 'status'],
    ['HTML that does not end', { html: '<!--' }, 'html its HTML does not end where it should'],
    [
      'a document in place of a fragment',
      { html: '<meta http-equiv="refresh" content="0">' },
      'holds a <meta http-equiv>',
    ],
    ['very long HTML', { html: 'ä'.repeat(1024 * 1024 + 1) }, 'html has more than 2097152 bytes'],
  ];

  test.each(refused)('a page with %s is refused, by name', (_name, part, why) => {
    expect(() => readPage({ ...page, ...part })).toThrow(why);
  });

  test.each([null, 7, 'page', [], {}])('%j is not a page, and says so in a line', (answer) => {
    expect(() => readPage(answer)).toThrow(/^its page is refused: [^\n]+$/);
  });

  test('a layout is one element tree in two halves', () => {
    expect(readLayout({ before: '<header></header><main>', after: '</main>' }).after).toBe('</main>');
    expect(() => readLayout({ before: '<main>', after: '</main></div></div><footer></footer>' })).toThrow(
      'its layout is refused',
    );
    expect(() => readLayout(null)).toThrow('its layout is refused');
  });

  test('a sitemap is a list of paths', () => {
    expect(readSitemap(null)).toEqual([]);
    expect(readSitemap(['/a', '/b?c=d'])).toEqual(['/a', '/b?c=d']);
    for (const path of ['//evil.example', 'https://evil.example/', '/a b', '/a\u0000', '/a<b'])
      expect(() => readSitemap([path])).toThrow('its sitemap is refused');
  });
});

describe('hostile answers', () => {
  /** A server entry that returns a part at `/bad-` and its number. */
  const entry = (parts: string[]) => `export async function render({ url }) {
  const sound = { status: 200, head: { title: 'Sound' }, html: '<h1>Sound</h1>', data: null, maxAge: 0 };
  ${parts.map((part, number) => `if (url.endsWith('/bad-${number}')) return { ...sound, ${part} };`).join('\n')}
  return sound;
}`;

  const get = async (path: string) => {
    const response = await fetch(composer.origin + path);
    return { status: response.status, html: await response.text() };
  };

  /** Answers of a page that no layout can hold. */
  const ANSWERS: [name: string, part: string][] = [
    ['a picture whose address is none', `head: { title: 'Mine', image: 'https://cdn example.com/a b.jpg' }`],
    ['a canonical address that is none', `head: { title: 'Mine', canonical: 'http://[' }`],
    ['data 50,000 levels deep', `data: JSON.parse('['.repeat(5e4) + ']'.repeat(5e4))`],
    [
      'structured data 5,000 levels deep',
      `head: { title: 'Mine', jsonLd: [{ a: JSON.parse('['.repeat(5e3) + ']'.repeat(5e3)) }] }`,
    ],
    ['3 MB of <', `data: '<'.repeat(3e6)`],
    ['300,000 keys', `data: Object.fromEntries(Array.from({ length: 3e5 }, (_, key) => [key + 'k', 1]))`],
    ['a lifetime without end', `maxAge: 1e300`],
    ['a comment that does not end', `html: '<!--'`],
    ['ends of what it did not open', `html: '</div></main></div>'`],
    ['a select that newer browsers read to the end of the page', `html: '<select><title></select>'`],
    ['a refresh', `html: '<meta http-equiv="refresh" content="0;url=https://evil.example">'`],
  ];

  let composer: RunningComposer;
  beforeAll(async () => {
    composer = await runComposer(await fixtureStore(entry(ANSWERS.map(([, part]) => part))));
  });
  afterAll(() => composer.close());

  test.each(sample(ANSWERS, ['data 50,000 levels deep', '300,000 keys', 'a comment that does not end', 'a refresh']))(
    'a page with %s is a failed render, by name, in its layout',
    async (name) => {
      const path = `/blog/bad-${ANSWERS.findIndex(([answer]) => answer === name)}`;
      const { status, html } = await get(path);
      expect(status).toBe(503);
      expect(html).toContain('<footer></footer></div>');
      expect(html).toContain('id="page-state"');
      expect(html).not.toContain('evil.example');
      const failure = composer.events.find(({ event, details }) => event === 'render failed' && details.path === path);
      expect(failure?.details).toMatchObject({ app: 'mf-blog', version: '1.0.0' });
      expect((await get(`${path}-sound`)).html).toContain('<h1>Sound</h1>');
    },
  );
});

describe('the config of a page', () => {
  /** A server entry that shows the site's name, then overwrites it. */
  const SPOILS = `export async function render({ config }) {
  const html = '<p>made for ' + config.site.name + '</p>';
  config.site.name = 'nobody';
  return { status: 200, head: { title: 'Name' }, html, data: null, maxAge: 60 };
}`;

  test('each page is given the settings of now, whatever one before did with its copy', async () => {
    const siteDir = await mkdtemp(join(tmpdir(), 'site-'));
    await cp(fixtureSite.dir, siteDir, { recursive: true });
    const file = join(siteDir, 'owner.json');
    await writeFile(file, JSON.stringify({ name: 'Ada' }));
    const composer = await runComposer(await fixtureStore(SPOILS), {}, { siteDir });
    const page = async (path: string) => (await fetch(composer.origin + path)).text();
    expect(await page('/blog/one')).toContain('made for Ada');
    expect(await page('/blog/two')).toContain('made for Ada');
    await writeFile(file, JSON.stringify({ name: 'Grace' }));
    const changed = await eventually(
      () => page('/blog/two'),
      (html) => html.includes('made for Grace'),
    );
    expect(changed).toContain('made for Grace');
    await composer.close();
  });
});

describe('the program of a guest', () => {
  test("the guest's program needs no packages: it may read no file but itself and its release", async () => {
    const { metafile } = await build({
      entryPoints: [join(__dirname, 'guest-main.ts')],
      absWorkingDir: __dirname,
      bundle: true,
      write: false,
      metafile: true,
      outdir: __dirname,
      platform: 'node',
      format: 'esm',
      external: ['zod'],
      logLevel: 'error',
    });
    const [output] = Object.values(metafile.outputs);
    expect(output?.imports.map(({ path }) => path)).not.toContain('zod');
    expect(Object.keys(metafile.inputs).filter((path) => path.includes('node_modules'))).toEqual([]);
  });
});

describe('a task', () => {
  const answered = async () => 'answer';
  const never = (signal: AbortSignal) =>
    new Promise<string>((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)));

  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  const task = (): RenderTask => {
    const made = new RenderTask('page', {} as GuestRequests['page'], 1_000);
    made.done.catch(() => {});
    return made;
  };

  test('another try may wait for the API as long as the first, and get as many bytes', async () => {
    const page = task();
    const waiting = expect(page.allowance.spend(never)).rejects.toThrow('longer than 4000 ms');
    await jest.advanceTimersByTimeAsync(4_000);
    await waiting;
    page.allowance.receive(8 * 1024 * 1024);
    await expect(page.allowance.spend(answered)).rejects.toThrow('longer than 4000 ms');
    page.restart();
    await expect(page.allowance.spend(answered)).resolves.toBe('answer');
    expect(() => page.allowance.receive(8 * 1024 * 1024)).not.toThrow();
    expect(() => page.allowance.receive(1)).toThrow('answers of the API longer');
    page.reject(new Error('over'));
  });

  test('another try has its whole time, and nobody waits for the calls of the first', async () => {
    const page = task();
    const timeUp = jest.fn();
    page.onTimeUp = timeUp;
    page.time.run();
    await jest.advanceTimersByTimeAsync(900);
    const first = expect(page.allowance.spend(never)).rejects.toThrow('no longer waited for');
    page.restart();
    await first;
    page.time.run();
    await jest.advanceTimersByTimeAsync(900);
    expect([timeUp.mock.calls.length, page.retries]).toEqual([0, 1]);
    await jest.advanceTimersByTimeAsync(200);
    expect(timeUp).toHaveBeenCalledTimes(1);
    page.reject(new Error('over'));
  });
});
