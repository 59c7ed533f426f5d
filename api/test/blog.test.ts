import { access, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { get as request } from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { brotliCompressSync } from 'node:zlib';
import { writePost } from '../src/posts/html';
import { mendPosts, publishPost, publishSamples, readPost } from '../src/posts/publish';
import { SAMPLE_POSTS_DIR } from '../src/settings/paths';
import { blogListResponseSchema, blogPostResponseSchema } from '../wire/blog';
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
  // As the PHP hosts have it: the site's own clock.
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
  const log: string[] = [];
  await mendPosts(site.context.database.db, site.context.files, (text) => log.push(text));
  const { html } = await writePost('<table><tr><td>a<table><td>b</table></table><td>alone');
  expect((await show('nested')).body.data.content).toBe(html);
  expect((await show('endless')).status).toBe(404);
  expect(log).toEqual([expect.stringContaining('/blog/endless is a draft now')]);
  const [row] = await site.database.query("select status, updated_by from posts where slug = 'endless'");
  expect(row).toEqual({ status: 'draft', updated_by: 'the site' });
  expect(await show('gone')).toEqual(before);
  await site.database.query("delete from posts where slug in ('gone', 'nested', 'endless')");
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
  // As small as it gets: `fetch` unpacks it.
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
