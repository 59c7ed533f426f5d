import childProcess from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { access, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer, get as request } from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { brotliCompressSync } from 'node:zlib';
import sharp from 'sharp';
import { sanitisePost } from '../../mf-blog/src/sanitise/on-server';
import { whyNoFragment } from '../../platform/composer/src/html/parse-fragment';
import { sample } from '../../platform/tooling/src/testing/sample';
import { confine } from '../src/confined/confine';
import type { PictureResult, PictureTask } from '../src/confined/picture';
import type { PostTask, WrittenPost } from '../src/confined/post-html';
import { fromMemory } from '../src/files/file-store';
import { POST_LIMITS, writePost } from '../src/posts/html';
import { mendPosts, publishPost, publishSamples, readPost } from '../src/posts/publish';
import { PACKAGE_DIR, SAMPLE_POSTS_DIR } from '../src/settings/paths';
import { PICTURE_LIMITS } from '../src/uploads/inspect';
import { blogListResponseSchema, blogPostResponseSchema } from '../wire/blog';
import { officeOf, somebody } from './helpers/office';
import { startSite, type TestSite } from './helpers/site';

let site: TestSite;
let folder: string;
beforeAll(async () => {
  site = await startSite();
  folder = await mkdtemp(path.join(os.tmpdir(), 'api-posts-'));
  await mkdir(path.join(folder, 'posts'));
  await mkdir(path.join(folder, 'covers'));
  await writeFile(path.join(folder, 'covers', 'c.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
  await site.database.query('delete from posts');
});
afterAll(async () => {
  await site.stop();
  await rm(folder, { recursive: true });
});

const write = async (slug: string, matter: Record<string, string> = {}, body = 'Text.') => {
  const lines = Object.entries({ title: `On ${slug}`, slug, date: '2026-01-02', ...matter }).map(
    ([name, value]) => `${name}: ${value}`,
  );
  const file = path.join(folder, 'posts', `${slug}.md`);
  await writeFile(file, `---\n${lines.join('\n')}\n---\n${body}\n`);
  return file;
};
const publish = async (...given: Parameters<typeof write>) =>
  publishPost(site.context.database.db, site.context.files, await write(...given), { replace: true });
const get = async (address: string) => {
  const answer = await fetch(site.url + address);
  return { status: answer.status, body: await answer.json() };
};
const list = (query = '') => get(`/formdata/api_blog_list.php${query}`);
const show = (slug: string) => get(`/formdata/api_blog_show.php?slug=${encodeURIComponent(slug)}`);

test('pages of nine, newest first, in the wire form', async () => {
  for (let day = 1; day <= 20; day += 1)
    await publish(`post-${day}`, { date: `2026-02-${String(day).padStart(2, '0')}` });
  const first = blogListResponseSchema.parse((await list()).body);
  expect(first.data.map(({ slug }) => slug)).toEqual([20, 19, 18, 17, 16, 15, 14, 13, 12].map((day) => `post-${day}`));
  expect(first.total_pages).toBe(3);
  expect((await list('?page=3')).body.data).toHaveLength(2);
  expect((await list('?page=4')).body).toEqual({ success: true, data: [], total_pages: 3 });
  expect((await list('?limit=1000')).body.data).toHaveLength(20);
  expect((await list('?limit=5')).body.total_pages).toBe(4);
});

test.each(['?page=0', '?page=x', '?page=1.5', '?limit=-1', '?limit=', '?page=1&page=2'])(
  '%s is refused with a sentence',
  async (query) => {
    const { status, body } = await list(query);
    expect(status).toBe(400);
    expect(body).toEqual({ success: false, message: expect.stringMatching(/^The (page|limit) must be/) });
  },
);

test('a post with everything', async () => {
  await publish(
    'full',
    {
      author: 'Meera Rao',
      cover: 'c.svg',
      excerpt: 'Short.',
      meta_title: 'M',
      meta_description: 'D',
      meta_keywords: 'K',
    },
    '# Title\n\n*Fine* cloth.',
  );
  const { data } = blogPostResponseSchema.parse((await show('full')).body);
  expect(data).toMatchObject({
    slug: 'full',
    title: 'On full',
    author: 'Meera Rao',
    meta_title: 'M',
    meta_description: 'D',
    meta_keywords: 'K',
  });
  expect(data.content).toBe('<h2>Title</h2>\n<p><em>Fine</em> cloth.</p>');
  // Local time of the site, as on the PHP hosts.
  expect(data.created_at).toBe('2026-01-02 00:00:00');
  const cover = await fetch(site.url + data.cover_path);
  expect(cover.status).toBe(200);
  expect(cover.headers.get('content-type')).toMatch('image/svg+xml');
  expect(cover.headers.get('content-security-policy')).toMatch(/sandbox/);
  expect(cover.headers.get('x-content-type-options')).toBe('nosniff');
  expect(cover.headers.get('cache-control')).toMatch(/immutable/);
});

test('HTML of earlier programs that no page shows is written again, or its post becomes a draft that says so', async () => {
  const store = (slug: string, content: string) =>
    site.database.query(
      "insert into posts (slug, title, status, published_at, content) values ($1, $1, 'published', '2020-01-01', $2)",
      [slug, content],
    );
  await publish('gone');
  const before = await show('gone');
  await store('nested', '<table><tr><td>a<table><td>b</table></table><td>alone');
  await store('endless', '<b>'.repeat(66_000));
  // A file that a full disk cut off.
  await site.context.files.write('covers/torn-1.webp', fromMemory(Buffer.from('RIFF'), 'image/webp'));
  await store('damaged', '<p><img src="/covers/torn-1.webp" alt="Cloth"><table><tr><td>a<table><td>b');
  const log: string[] = [];
  await mendPosts(site.context.database.db, site.context.files, (text) => log.push(text));
  const { html } = await writePost('<table><tr><td>a<table><td>b</table></table><td>alone');
  expect((await show('nested')).body.data.content).toBe(html);
  expect((await show('damaged')).body.data.content).toContain('<img src="/covers/torn-1.webp" alt="Cloth"');
  expect((await show('endless')).status).toBe(404);
  expect(log).toEqual([expect.stringContaining('/blog/endless is a draft now')]);
  const [row] = await site.database.query("select status, updated_by from posts where slug = 'endless'");
  expect(row).toEqual({ status: 'draft', updated_by: 'the site' });
  expect(await show('gone')).toEqual(before);
  await site.database.query("delete from posts where slug in ('gone', 'nested', 'damaged', 'endless')");
});

test('drafts, posts of the future and unknown ones do not show', async () => {
  await publish('draft', { status: 'draft' });
  await publish('future', { date: '2999-01-01' });
  await publish('gone');
  expect((await show('gone')).status).toBe(200);
  await site.database.query("update posts set status = 'draft' where slug = 'gone'");
  const shown = (await list('?limit=50')).body.data.map(({ slug }: { slug: string }) => slug);
  for (const slug of ['draft', 'future', 'gone', 'never', "'; drop table posts --", '\u0000', '../x']) {
    expect(shown).not.toContain(slug);
    expect(await show(slug)).toEqual({ status: 404, body: { success: false, message: 'Post not found.' } });
  }
  expect((await get('/formdata/api_blog_show.php')).status).toBe(400);
});

test('a post without a slug takes the name of its file, if that can be an address', async () => {
  const matter = '---\ntitle: T\ndate: 2026-01-02\n---\nText.';
  const named = path.join(folder, 'posts', 'named-by-its-file.md');
  await writeFile(named, matter);
  expect(await publishPost(site.context.database.db, site.context.files, named)).toMatchObject({
    slug: 'named-by-its-file',
  });
  const unfit = path.join(folder, 'posts', 'My Post.md');
  await writeFile(unfit, matter);
  await expect(publishPost(site.context.database.db, site.context.files, unfit)).rejects.toThrow(/wrong at "slug"/);
  await Promise.all([rm(named), rm(unfit)]);
});

test('a post is not put in the place of another by accident', async () => {
  await publish('taken', { title: 'First', date: '2026-03-04' });
  const file = await write('taken', { title: 'Second' });
  await expect(publishPost(site.context.database.db, site.context.files, file)).rejects.toThrow(
    `At /blog/taken there is “First” of 2026-03-04 already. To put ${file} in its place, say --replace.`,
  );
  expect((await show('taken')).body.data.title).toBe('First');
});

test('an address that a writer takes while a command tries its page is theirs', async () => {
  const taken = `insert into posts (slug, title, status, published_at, content) values ('race', 'Hers', 'draft', now(), 'x')`;
  const shows = createServer(async (_request, response) => {
    await site.database.query(taken);
    response.end();
  });
  await new Promise<void>((resolve) => shows.listen(0, '127.0.0.1', resolve));
  const { db } = site.context.database;
  const shower = { db, site: `http://127.0.0.1:${(shows.address() as AddressInfo).port}`, secret: 's' };
  const file = await write('race');
  await expect(publishPost(db, site.context.files, file, { shower })).rejects.toThrow('there is “Hers” of');
  shows.close();
  await rm(file);
  expect(await site.database.query(`delete from posts where slug = 'race' returning title, version`)).toEqual([
    { title: 'Hers', version: 1 },
  ]);
});

test('a day begins at midnight of the site', async () => {
  await publish('day', { date: '2026-01-02' });
  await publish('minute', { date: '2026-01-02 09:30' });
  await publish('exact', { date: '2026-01-02T00:00:00Z' });
  const moments = await site.database.query<{ at: Date }>(
    `select published_at as at from posts where slug in ('day', 'minute', 'exact') order by slug`,
  );
  expect(moments.map(({ at }) => at.toISOString())).toEqual([
    '2026-01-01T18:30:00.000Z',
    '2026-01-02T00:00:00.000Z',
    '2026-01-02T04:00:00.000Z',
  ]);
});

test('publishing again changes the post', async () => {
  await publish('twice', {}, 'First.');
  await publish('twice', {}, 'Second.');
  expect((await show('twice')).body.data.content).toBe('<p>Second.</p>');
});

test.each([
  ['<script>alert(1)</script>ok', 'ok'],
  ['<img src=x onerror=alert(1)>', ''],
  ['[x](javascript:alert(1))', '<p><a>x</a></p>'],
  ['Linen\vat sea', '<p>Linen\nat sea</p>'],
  ['<p onclick="x" style="color:red">t</p>', '<p>t</p>'],
  ['[out](https://x.example "T")', '<p><a href="https://x.example" title="T" rel="noopener">out</a></p>'],
])('%s becomes harmless', async (markdown, html) => {
  expect((await writePost(markdown)).html).toBe(html);
});

test.each([
  ['no front matter at all', 'Text only', /must begin with front matter/],
  ['a slug with spaces', '---\ntitle: T\nslug: A b\ndate: 2026-01-01\n---\nx', /wrong at "slug"/],
  ['no date', '---\ntitle: T\nslug: t\n---\nx', /wrong at "date"/],
  ['an unknown field', '---\ntitle: T\nslug: t\ndate: 2026-01-01\ntags: x\n---\nx', /wrong at/],
  [
    'a cover that is missing',
    '---\ntitle: T\nslug: t\ndate: 2026-01-01\ncover: none.svg\n---\nx',
    /cover .*none\.svg cannot be read/,
  ],
])('a file with %s is refused by name', async (_what, content, words) => {
  const file = path.join(folder, 'posts', 'wrong.md');
  await writeFile(file, content);
  await expect(publishPost(site.context.database.db, site.context.files, file)).rejects.toThrow(words);
  await rm(file);
});

test('samples are for a site without posts', async () => {
  const { db } = site.context.database;
  const trouble: string[] = [];
  const samples = () =>
    publishSamples(db, site.context.files, path.join(folder, 'posts'), (text) => trouble.push(text));
  expect(await samples()).toBe(0);
  await site.database.query('delete from posts');
  await writeFile(path.join(folder, 'posts', 'broken.md'), 'x');
  const counts = await Promise.all([samples(), samples()]);
  expect(counts.sort((a, b) => a - b)).toEqual([0, 29]);
  expect(trouble).toHaveLength(1);
});

const coverOf = async (slug: string): Promise<string> => site.url + (await show(slug)).body.data.cover_path;

const bytesSent = (url: string, accepted: string) =>
  new Promise<number>((resolve, reject) => {
    request(url, { headers: { 'accept-encoding': accepted } }, async (answer) =>
      resolve((await buffer(answer)).length),
    ).on('error', reject);
  });

test('a drawn cover travels compressed, to those who read that', async () => {
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg">${'<path d="M0 0h9"/>'.repeat(500)}</svg>`;
  await writeFile(path.join(folder, 'covers', 'dear.svg'), drawing);
  await publish('dear', { cover: 'dear.svg' });
  const cover = await coverOf('dear');
  for (const encoding of ['br', 'gzip']) {
    const answer = await fetch(cover, { headers: { 'accept-encoding': encoding } });
    const { headers } = answer;
    expect([headers.get('content-encoding'), headers.get('vary')]).toEqual([encoding, 'accept-encoding']);
    expect(await answer.text()).toBe(drawing);
  }
  const plain = await fetch(cover, { headers: { 'accept-encoding': 'identity' } });
  expect(plain.headers.get('content-encoding')).toBeNull();
  expect(plain.headers.get('content-length')).toBe(String(drawing.length));
  const known = { 'if-none-match': plain.headers.get('etag') ?? '' };
  expect((await fetch(cover, { headers: known })).status).toBe(304);
  // Bytes on the wire equal brotli's best; `fetch` would show the unpacked ones.
  expect(await bytesSent(cover, 'gzip, br')).toBe(brotliCompressSync(drawing).length);
  expect(await bytesSent(cover, 'br;q=0, gzip')).not.toBe(brotliCompressSync(drawing).length);
});

test('the sample posts are all in order, each with a cover', async () => {
  const names = (await readdir(SAMPLE_POSTS_DIR)).filter((name) => name.endsWith('.md'));
  const samples = await Promise.all(names.map((name) => readPost(path.join(SAMPLE_POSTS_DIR, name))));
  expect(
    samples.filter(({ status, date }) => status === 'published' && date.getTime() < Date.now()).length,
  ).toBeGreaterThanOrEqual(24);
  expect(new Set(samples.map(({ slug }) => slug)).size).toBe(samples.length);
  for (const { coverFile } of samples) await access(coverFile ?? '');
});

describe('pictures of posts', () => {
  const coverOf = async (slug: string): Promise<string> => site.url + (await show(slug)).body.data.cover_path;

  const noise = (width: number, height: number) =>
    sharp(randomBytes(width * height * 3), { raw: { width, height, channels: 3 } });

  test('a large cover is served at a size that visitors can load', async () => {
    await noise(2400, 1200)
      .blur(3)
      .jpeg({ quality: 100 })
      .toFile(path.join(folder, 'covers', 'large.jpg'));
    await publish('large', { cover: 'large.jpg' });
    const answer = await fetch(await coverOf('large'));
    const bytes = Buffer.from(await answer.arrayBuffer());
    expect(answer.headers.get('content-type')).toBe('image/webp');
    expect(bytes.length).toBeLessThanOrEqual(500 * 1024);
    expect((await sharp(bytes).metadata()).width).toBeLessThanOrEqual(1600);
  });

  test('a cover of more than 10 MB is refused by name', async () => {
    await writeFile(path.join(folder, 'covers', 'wrong.img'), await noise(3200, 1200).png().toBuffer());
    await expect(publish('wrong-cover', { cover: 'wrong.img' })).rejects.toThrow(
      /^The cover .*wrong\.img is larger than 10 MB/,
    );
  });

  test('a cover that is not a picture is refused by name', async () => {
    await writeFile(path.join(folder, 'covers', 'text.png'), 'text');
    await expect(publish('wrong-cover', { cover: 'text.png' })).rejects.toThrow(/text\.png is damaged, or not a JPEG/);
  });

  test('pictures of the text are kept, and served with their size', async () => {
    await noise(64, 40)
      .png()
      .toFile(path.join(folder, 'posts', 'my seam.png'));
    await publish('pictured', {}, 'Look:\n\n![A seam](my%20seam.png "Close")');
    const { content } = (await show('pictured')).body.data;
    const src =
      /^<p>Look:<\/p>\n<p><img src="(\/covers\/pictured-\w{12}\.webp)" alt="A seam" title="Close" width="64" height="40"><\/p>$/.exec(
        content,
      )?.[1];
    expect((await fetch(site.url + src)).headers.get('content-type')).toBe('image/webp');
  });

  test.each([
    ['by a reference', '![A seam][seam]\n\n[seam]: my%20seam.png'],
    ['between brackets', '![A seam](<my seam.png>)'],
    ['as HTML', "<img src='my%20seam.png' alt='A seam'>"],
    ['beside one whose name is its beginning', '![A seam](my%20seam.png) ![Another](my)'],
    ['after one whose name is its beginning', '![Another](my) ![A seam](my2)'],
  ])('the office has the pictures of a text that names them %s', async (_how, text) => {
    await noise(64, 40)
      .png()
      .toFile(path.join(folder, 'posts', 'my seam.png'));
    for (const [index, name] of ['my', 'my2'].entries())
      await noise(32 + index, 20)
        .png()
        .toFile(path.join(folder, 'posts', name));
    await publish('for-the-office', {}, text);
    const [row] = await site.database.query<{ markdown: string; content: string }>(
      "select markdown, content from posts where slug = 'for-the-office'",
    );
    expect(row?.content).toMatch(/<img src="\/covers\/for-the-office-\w{12}\.webp" alt="A seam"/);
    const sources = (await writePost(row?.markdown ?? '')).pictures.map(({ source }) => source);
    expect(sources.length).toBeGreaterThan(0);
    for (const source of sources) expect(row?.content).toContain(`src="${source}"`);
  });

  test.each([
    ['![x](https://elsewhere.example/a.png)', /shows a picture of another place/],
    ['<img src="data:image/png;base64,AAAA" alt="x">', /shows a picture of another place/],
    ['![x](none.png)', /The picture .*none\.png cannot be read/],
    ['<iframe src="https://video.example/1"></iframe>', /holds <iframe>, which posts do not show/],
    ['Look:\n\n<svg><path d="M0 0"/></svg>', /holds <svg>/],
    ['![](none.png)', /does not say what the picture none\.png shows/],
  ])('the picture %s is not left out in silence', async (text, words) => {
    await expect(publish('picture-wrong', {}, text)).rejects.toThrow(words);
  });
});

describe('hostile posts', () => {
  const { call } = officeOf(() => site);
  const POST = {
    slug: 'hostile',
    title: 'Hostile',
    excerpt: null,
    author: null,
    cover_path: null,
    status: 'draft',
    publish_at: '2026-05-31T09:30',
    meta_title: null,
    meta_description: null,
    meta_keywords: null,
  };
  const preview = (markdown: string) => call('POST', '/post-previews', { ...POST, markdown }, somebody('writer'));

  const ENDLESS: [string, string][] = [
    ['66,000 open <b>', '<b>'.repeat(66_000)],
    ['20,000 formats that close each other', '<b><i>'.repeat(10_000) + '</b></i>'.repeat(10_000)],
    ['60,000 paragraphs in links', '<a><p>'.repeat(28_000)],
    ['199,000 quotes', '>'.repeat(199_000)],
    [
      'lists in lists',
      Array.from({ length: 600 }, (_, depth) => `${' '.repeat(depth * 2)}- a`)
        .join('\n')
        .slice(0, 199_000),
    ],
  ];

  test.each(sample(ENDLESS, ['66,000 open <b>', 'lists in lists']))(
    '%s hold up nobody: 422 in words',
    async (_what, markdown) => {
      let slowest = 0;
      let isOver = false;
      const neighbour = (async () => {
        while (!isOver) {
          const began = performance.now();
          expect((await fetch(`${site.url}/readyz`)).status).toBe(200);
          slowest = Math.max(slowest, performance.now() - began);
        }
      })();
      const { status, body } = await preview(markdown);
      isOver = true;
      await neighbour;
      expect([status, body.message]).toEqual([422, expect.stringContaining('cannot be shown')]);
      expect(slowest).toBeLessThan(2000);
      expect((await preview('A **word**.')).status).toBe(200);
    },
  );

  const NAMES = [
    ...'a abbr b blockquote button caption code col colgroup dd del div dl dt em figcaption figure form frameset'.split(
      ' ',
    ),
    ...'h1 h2 h3 hr img iframe input li math nobr noscript ol optgroup option p plaintext pre ruby rt script select'.split(
      ' ',
    ),
    ...'span strong style svg table tbody td template textarea tfoot th thead title tr u ul video'.split(' '),
  ];
  /** Elements that move, close or reinterpret others; with `--all`, every element. */
  const OUTER = sample(NAMES, ['a', 'button', 'form', 'li', 'p', 'select', 'svg', 'table', 'td', 'template']);
  /** Writes and sanitises each fragment, as for a page. @returns the problems of the results */
  const problemsOf = async (fragments: readonly string[]): Promise<string[]> => {
    const problems: string[] = [];
    for (const fragment of fragments) {
      const { html } = await writePost(fragment);
      const problem = whyNoFragment(await sanitisePost(html, '/api'));
      if (problem) problems.push(`${fragment}: ${problem}`);
    }
    return problems;
  };

  test('every element, alone or within others, closed or not, becomes what a page shows', async () => {
    const alone = NAMES.flatMap((name) => [`<${name}>`, `</${name}>`, `<${name}>x</${name}>y`]);
    const within = OUTER.flatMap((outer) => NAMES.map((inner) => `<${outer}>a<${inner}>b</${outer}>c</${inner}>d`));
    const thrice = NAMES.map((name) => `<table><tr><${name}><td><table><${name}>x</table><p><table><td>y<${name}>`);
    expect(await problemsOf([...alone, ...within, ...thrice])).toEqual([]);
  });

  test('what stands in a table that is not closed stays in reading order for browsers', async () => {
    expect((await writePost('<td>alone')).html).toBe('alone');
    expect((await writePost('<table><tr><td>a<table><td>b</table></table>')).html).toBe(
      '<table><tbody><tr><td>a<table><tbody><tr><td>b</td></tr></tbody></table></td></tr></tbody></table>',
    );
  });
});

test('a text that waits for a busy machine is read, and one that comes while an idle process ends by another', async () => {
  jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask'] });
  const write = confine<PostTask, WrittenPost>('post-html', { ...POST_LIMITS, mostMsOfGroup: 0 });
  const task = { markdown: '# A', pictures: new Map() };
  jest.spyOn(childProcess, 'fork').mockImplementationOnce(() => childProcess.spawn('/nowhere'));
  try {
    // One that cannot be started keeps nobody waiting, and the text is not blamed.
    await expect(write(task, '')).rejects.toThrow('ENOENT');
    await expect(confine<PostTask, WrittenPost>('nowhere', POST_LIMITS)(task, '')).rejects.toThrow('as it started');
    const late = write(task, '192.0.2.1');
    await jest.advanceTimersByTimeAsync(POST_LIMITS.mostMs);
    expect(await late).toMatchObject({ pictures: [] });
    // The clock is set back: what a network may use is there again in a minute all the same.
    jest.setSystemTime(0);
    await expect(write(task, '192.0.2.1')).rejects.toThrow('Please wait a minute');
    jest.advanceTimersByTime(61_000);
    expect(await write(task, '192.0.2.1')).toMatchObject({ pictures: [] });
  } finally {
    jest.useRealTimers();
  }
});

describe('memory of confined processes', () => {
  /** Memory for the API process itself, in MB. */
  const OWN_MB = 512;
  const read = (file: string): string => readFileSync(path.join(PACKAGE_DIR, '..', 'deploy', file), 'utf8');
  const megabytes = (text: string, pattern: RegExp): number => Number(pattern.exec(text)?.[1]) * 1024;
  const all = [POST_LIMITS, PICTURE_LIMITS].reduce((sum, { places, mostMb }) => sum + places * mostMb, OWN_MB);

  test.each([
    ['the pods of the API', all, megabytes(read('kubernetes/api.yaml'), /limits: \{ memory: (\d+)Gi \}/)],
    [
      'the containers of the API',
      all,
      megabytes(read('containers/compose.yaml'), /^ {2}api:\n(?: {4}.*\n)*? {4}mem_limit: (\d+)g$/m),
    ],
    ['the units of the API', all, megabytes(read('vm/systemd/api@.service'), /^MemoryMax=(\d+)G$/m)],
    // The jobs process renders posts when it starts, and decodes no pictures.
    ['the pod of jobs', OWN_MB + POST_LIMITS.mostMb, megabytes(read('kubernetes/jobs.yaml'), /memory: (\d+)Gi/)],
    [
      'the unit of jobs',
      OWN_MB + POST_LIMITS.mostMb,
      megabytes(read('vm/systemd/jobs.service'), /^MemoryMax=(\d+)G$/m),
    ],
  ])('%s have room for all confined processes', (_what, needed, given) => {
    expect(given).toBeGreaterThanOrEqual(needed);
  });

  // The two kinds of posts at the limits that take the most memory: up to 180 MB.
  const LARGEST: [string, string][] = [
    ['of links without end', '[a](https://example.com/x) '.repeat(7400)],
    ['of lists in lists', Array.from({ length: 600 }, (_, depth) => `${' '.repeat(depth * 2)}- a`).join('\n')],
  ];

  test.each(sample(LARGEST, ['of lists in lists']))(
    'a post %s takes half of the memory that its process may have',
    async (_what, text) => {
      const write = (mostMb: number) =>
        confine<PostTask, WrittenPost>('post-html', { ...POST_LIMITS, mostMs: 60_000, mostMb })(
          { markdown: text.slice(0, 200_000), pictures: new Map() },
          '',
        );
      expect(await write(POST_LIMITS.mostMb / 2)).toMatchObject({ pictures: [] });
      await expect(write(100)).rejects.toThrow(POST_LIMITS.tooMuch);
    },
  );

  test('a picture that takes more memory than its process may have is refused', async () => {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'api-memory-'));
    const large = { create: { width: 3000, height: 3000, channels: 3, background: '#777' } } as const;
    const task = { source: path.join(folder, 'large.webp'), target: path.join(folder, 'copy.webp') };
    await sharp(large).webp({ effort: 0 }).toFile(task.source);
    const decode = (mostMb: number) => {
      const decoded = confine<PictureTask, PictureResult>('picture', { ...PICTURE_LIMITS, mostMs: 60_000, mostMb });
      return decoded({ ...task, format: 'webp', mostPixels: 50_000_000 }, '');
    };
    await expect(decode(150)).rejects.toThrow(PICTURE_LIMITS.tooMuch);
    expect(await decode(PICTURE_LIMITS.mostMb)).toMatchObject({ width: 3000 });
    await rm(folder, { recursive: true });
  });
});
