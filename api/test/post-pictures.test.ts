import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { writePost } from '../src/posts/html';
import { publishPost } from '../src/posts/publish';
import { startSite, type TestSite } from './helpers/site';

let site: TestSite;
let folder: string;
beforeAll(async () => {
  site = await startSite();
  folder = await mkdtemp(path.join(os.tmpdir(), 'api-pictures-'));
  await mkdir(path.join(folder, 'posts'));
  await mkdir(path.join(folder, 'covers'));
  await site.database.query('delete from posts');
});
afterAll(async () => {
  await site.stop();
  await rm(folder, { recursive: true });
});

const publishFile = (file: string) =>
  publishPost(site.context.database.db, site.context.files, file, { replace: true });
const publish = async (slug: string, matter: Record<string, string>, body = 'Text.') => {
  const lines = Object.entries({ title: 'T', slug, date: '2026-01-02', ...matter }).map(
    ([name, value]) => `${name}: ${value}`,
  );
  const file = path.join(folder, 'posts', `${slug}.md`);
  await writeFile(file, `---\n${lines.join('\n')}\n---\n${body}\n`);
  return publishFile(file);
};
const show = async (slug: string) => {
  const answer = await fetch(`${site.url}/formdata/api_blog_show.php?slug=${slug}`);
  return { status: answer.status, body: await answer.json() };
};
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
])('the office has the pictures of a text that names them %s', async (_how, text) => {
  await noise(64, 40)
    .png()
    .toFile(path.join(folder, 'posts', 'my seam.png'));
  await noise(32, 20)
    .png()
    .toFile(path.join(folder, 'posts', 'my'));
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
