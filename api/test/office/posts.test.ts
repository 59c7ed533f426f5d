import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import path from 'node:path';
import { listen } from '@wholepage/tooling/spawn';
import sharp from 'sharp';
import { publishPost } from '../../src/posts/publish';
import { CALLER_HEADER, signCaller } from '../../wire/office/caller';
import { officeOf, somebody } from '../helpers/office';
import { startSite, type TestSite } from '../helpers/site';

let site: TestSite;
/** Text that makes the stand-in for the site fail to render a post. */
let chokesOn = 'nothing';
const pages = createServer(async (request, response) => {
  const { data } = (await show(request.url?.slice('/blog/'.length) ?? '')).body;
  response.writeHead(data?.content.includes(chokesOn) ? 503 : data ? 200 : 404).end();
});
beforeAll(async () => {
  const { port } = await listen(pages);
  site = await startSite({ SITE_ORIGIN: `http://127.0.0.1:${port}` });
});
afterAll(async () => {
  await site.stop();
  pages.close();
});
afterEach(() => {
  chokesOn = 'nothing';
});
const { call, tokenOf, audit } = officeOf(() => site);
const writer = somebody('writer');
const write = (method: string, address: string, body?: unknown) => call(method, address, body, writer);
const show = async (slug: string) => {
  const answer = await fetch(`${site.url}/formdata/api_blog_show.php?slug=${encodeURIComponent(slug)}`);
  return { status: answer.status, headers: answer.headers, body: await answer.json() };
};

const POST = {
  slug: 'linen-at-sea',
  title: 'Linen at sea',
  excerpt: 'Salt, sun and a press.',
  author: 'Asha',
  cover_path: null,
  status: 'draft',
  publish_at: '2026-05-31T09:30',
  markdown: '# First\n\nA **word**.',
  meta_title: '',
  meta_description: null,
  meta_keywords: null,
};
const add = async (more: Partial<Record<keyof typeof POST, unknown>>) =>
  (await write('POST', '/posts', { ...POST, ...more })).body;

test('a picture of a writer is decoded apart from what answers visitors', async () => {
  const noise = sharp(randomBytes(1500 * 1500 * 3), { raw: { width: 1500, height: 1500, channels: 3 } });
  const fine = await noise.png().toBuffer();
  const send = async (body: Buffer) => {
    const headers = { [CALLER_HEADER]: await tokenOf(writer), 'content-type': 'image/png' };
    const answer = await fetch(`${site.privateUrl}/office/post-pictures`, {
      method: 'POST',
      headers,
      body: new Uint8Array(body),
    });
    return { status: answer.status, body: await answer.json() };
  };
  const decodesHere = jest.fn();
  sharp.queue.on('change', decodesHere);
  expect((await send(fine)).status).toBe(200);
  expect(decodesHere).not.toHaveBeenCalled();
  const torn = await send(fine.subarray(0, fine.length / 2));
  expect([torn.status, torn.body.message]).toEqual([422, expect.stringContaining('The picture is damaged')]);
});

test('a draft is seen by a preview alone, then by everybody', async () => {
  const post = await add({});
  expect(post).toMatchObject({ slug: 'linen-at-sea', shown: false, version: 1, publish_at: '2026-05-31T09:30:00' });
  expect((await show('linen-at-sea')).status).toBe(404);

  const { path, until } = (await write('POST', '/post-previews', POST)).body;
  expect(Date.parse(until)).toBeGreaterThan(Date.now());
  const preview = await show(path.slice('/blog/'.length));
  expect(preview.body.data).toMatchObject({
    title: 'Linen at sea',
    content: '<h2>First</h2>\n<p>A <strong>word</strong>.</p>',
    preview: true,
  });
  expect([preview.headers.get('cache-control'), preview.headers.get('x-robots-tag')]).toEqual([
    'private, no-store',
    'noindex',
  ]);

  const { id, version, shown: _shown, updated_at: _at, updated_by: _by, ...fields } = post;
  const published = await write('PUT', `/posts/${id}`, { ...fields, version, status: 'published' });
  expect(published.body).toMatchObject({ shown: true, version: 2, updated_by: 'Asha (writer)' });
  expect((await show('linen-at-sea')).body.data.created_at).toBe('2026-05-31 09:30:00');
  expect(await audit(String(id))).toEqual(['writer: publish', 'writer: add']);
});

test('what the site makes no page of is not published, by the office or by a command', async () => {
  chokesOn = 'choke';
  const draft = { ...POST, slug: 'chokes', markdown: 'A choke.' };
  const { id } = (await write('POST', '/posts', draft)).body;
  const publish = (markdown: string, version: number) =>
    write('PUT', `/posts/${id}`, { ...draft, markdown, version, status: 'published' });
  const refused = await publish('A choke.', 1);
  expect([refused.status, refused.body.message]).toEqual([
    422,
    expect.stringMatching(/^The site makes no page of this/),
  ]);
  expect((await show('chokes')).status).toBe(404);
  expect((await publish('A word.', 1)).body).toMatchObject({ shown: true, tried: true });

  const file = path.join(site.dataDir, 'choking.md');
  await writeFile(file, '---\ntitle: T\ndate: 2020-01-01\n---\nA choke.\n');
  const { config, database, files, officeSecret: secret = '' } = site.context;
  const shower = { db: database.db, site: config.siteOrigins[0], secret };
  await expect(publishPost(database.db, files, file, { shower })).rejects.toThrow(/makes no page of this post/);
  expect((await show('choking')).status).toBe(404);
});

test('a command publishes a post with its version, or not at all', async () => {
  const file = path.join(site.dataDir, 'half.md');
  await writeFile(file, '---\ntitle: T\ndate: 2020-01-01\n---\nText.\n');
  const { database, files } = site.context;
  await site.database.query('alter table post_revisions rename to away');
  await expect(publishPost(database.db, files, file)).rejects.toThrow();
  await site.database.query('alter table away rename to post_revisions');
  expect((await show('half')).status).toBe(404);
});

test('while the site makes no page of any post, the rule decides, and the answer says so', async () => {
  chokesOn = '';
  const published = await add({ slug: 'by-rule', status: 'published' });
  expect(published).toMatchObject({ shown: true, tried: false });
});

test('what is typed over a published post is seen by a preview, and by nobody else until it is saved', async () => {
  const { id } = await add({ slug: 'in-print', title: 'In print', status: 'published' });
  const typed = { ...POST, slug: 'in-print', title: 'Not yet in print', markdown: '<script>alert(1)</script>New.' };
  const { path } = (await write('POST', '/post-previews', typed)).body;
  const preview = (await show(path.slice('/blog/'.length))).body.data;
  expect([preview.title, preview.content]).toEqual(['Not yet in print', 'New.']);
  expect((await show('in-print')).body.data.title).toBe('In print');
  expect((await write('GET', `/posts/${id}`)).body).toMatchObject({ title: 'In print', version: 1 });
  expect((await write('GET', '/posts?q=print')).body.total).toBe(1);
  expect((await call('POST', '/post-previews', POST)).status).toBe(403);
  expect((await show('preview-1-zzzzzzzz-00000000000000000000000000000000')).status).toBe(404);
});

test('of two writers the second one is refused, and loses nothing', async () => {
  const post = await add({ slug: 'two-writers' });
  const change = (title: string) =>
    write('PUT', `/posts/${post.id}`, { ...POST, slug: 'two-writers', title, version: 1 });
  expect((await change('First')).status).toBe(200);
  const second = await change('Second');
  expect([second.status, second.body.message]).toEqual([
    409,
    expect.stringMatching(/^Asha \(writer\) changed this on .*Yours is still here/),
  ]);
  expect((await write('GET', `/posts/${post.id}`)).body.title).toBe('First');
});

test('earlier versions can be saved again', async () => {
  const post = await add({ slug: 'versions', title: 'One' });
  await write('PUT', `/posts/${post.id}`, { ...POST, slug: 'versions', title: 'Two', version: 1 });
  const { data } = (await write('GET', `/posts/${post.id}/revisions`)).body;
  expect(data.map((row: { version: number; post: { title: string } }) => [row.version, row.post.title])).toEqual([
    [2, 'Two'],
    [1, 'One'],
  ]);
  const back = await write('PUT', `/posts/${post.id}`, { ...data[1].post, version: 2 });
  expect(back.body).toMatchObject({ title: 'One', version: 3 });
});

test('every address that a post had leads to its present one, and back again in no circle', async () => {
  const post = await add({ slug: 'first', status: 'published' });
  const rename = (slug: string, version: number) =>
    write('PUT', `/posts/${post.id}`, { ...POST, slug, status: 'published', version });
  const moved = async (slug: string) => (await show(slug)).body.data.moved_to;
  await rename('second', 1);
  await rename('third', 2);
  expect([await moved('first'), await moved('second'), await moved('third')]).toEqual(['third', 'third', undefined]);
  await rename('first', 3);
  expect([await moved('first'), await moved('second'), await moved('third')]).toEqual([undefined, 'first', 'first']);
  await write('PUT', `/posts/${post.id}`, { ...POST, slug: 'first', status: 'draft', version: 4 });
  expect((await show('second')).status).toBe(404);
});

test('an address that a command gave to another post leads, when that one moves, to that one', async () => {
  const one = await add({ slug: 'shared', status: 'published', title: 'One' });
  await write('PUT', `/posts/${one.id}`, { ...POST, slug: 'one-moved', status: 'published', version: 1 });
  // `npm run api -- posts publish` adds a post in this way, without a look at earlier addresses.
  const [other] = await site.database.query<{ id: number }>(
    `insert into posts (slug, title, status, published_at, content) values ('shared', 'Other', 'published', now(), 'x') returning id`,
  );
  expect((await show('shared')).body.data.title).toBe('Other');
  await write('PUT', `/posts/${other?.id}`, { ...POST, slug: 'other-moved', status: 'published', version: 1 });
  expect((await show('shared')).body.data.moved_to).toBe('other-moved');
});

test('an address that changed still finds the post, until another takes it', async () => {
  const post = await add({ slug: 'old-address', status: 'published' });
  await write('PUT', `/posts/${post.id}`, { ...POST, slug: 'new-address', status: 'published', version: 1 });
  expect((await show('old-address')).body.data.moved_to).toBe('new-address');
  expect((await write('POST', '/posts', { ...POST, slug: 'new-address' })).status).toBe(409);
  await add({ slug: 'old-address', status: 'published', title: 'Another' });
  expect((await show('old-address')).body.data.title).toBe('Another');
});

test('a post of tomorrow is scheduled, and one that is taken off is a draft', async () => {
  const post = await add({ slug: 'tomorrow', status: 'published', publish_at: '2099-01-01 08:00' });
  expect(
    (await write('GET', '/posts?state=scheduled&q=tomorrow')).body.data.map((row: { slug: string }) => row.slug),
  ).toEqual(['tomorrow']);
  expect((await show('tomorrow')).status).toBe(404);
  await write('PUT', `/posts/${post.id}`, { ...POST, slug: 'tomorrow', version: 1 });
  expect((await write('GET', '/posts?state=draft&q=tomor')).body.total).toBe(1);
  const remove = (version: number) => write('DELETE', `/posts/${post.id}?version=${version}`);
  const late = await remove(1);
  expect([late.status, late.body.message]).toEqual([
    409,
    expect.stringMatching(/^Asha \(writer\) changed this .*load theirs/),
  ]);
  expect((await remove(2)).status).toBe(200);
  expect(await audit(String(post.id))).toEqual(['writer: delete', 'writer: unpublish', 'writer: add']);
  expect((await write('GET', `/posts/${post.id}`)).status).toBe(404);
});

test('what a writer writes harms no page', async () => {
  const markdown =
    '<script>alert(1)</script><img src=/covers/x.webp alt=x onerror=alert(1)>\n\n[go](javascript:alert(1))\n\n<b onclick=alert(1)>b</b>';
  const { slug } = await add({ slug: 'harm', status: 'published', markdown });
  expect((await show(slug)).body.data.content).not.toMatch(/script|onerror|javascript|onclick/);
});

test.each([
  ['lost-drawing', '<svg onload=alert(1)>', 'Posts do not show <svg>. Write a link to it.'],
  [
    'lost-picture',
    '![x](https://elsewhere.example/x.png)',
    'The picture https://elsewhere.example/x.png is of another place. Add it to the post.',
  ],
])('what no page shows is refused at publication: %s', async (slug, markdown, message) => {
  const refused = await write('POST', '/posts', { ...POST, slug, status: 'published', markdown });
  expect([refused.status, refused.body.message]).toEqual([422, message]);
  expect((await write('POST', '/posts', { ...POST, slug, markdown })).status).toBe(200);
});

test('pictures are encoded again, named with their measures, and need words', async () => {
  const photo = await sharp({ create: { width: 40, height: 30, channels: 3, background: 'red' } })
    .withExif({ IFD0: { Copyright: 'secret place' } })
    .jpeg()
    .toBuffer();
  const send = async (body: BodyInit, type: string) => {
    const secret = await tokenOf(writer);
    const headers = { [CALLER_HEADER]: secret, 'content-type': type };
    const answer = await fetch(`${site.privateUrl}/office/post-pictures`, { method: 'POST', headers, body });
    return { status: answer.status, body: await answer.json() };
  };
  const { body: picture } = await send(new Uint8Array(photo), 'image/jpeg');
  expect(picture).toMatchObject({
    path: expect.stringMatching(/^\/covers\/post-[0-9a-f]{12}\.webp$/),
    width: 40,
    height: 30,
  });
  expect(await audit(picture.path)).toEqual(['writer: add picture']);
  const served = await fetch(site.url + picture.path);
  expect(Buffer.from(await served.arrayBuffer()).includes('secret place')).toBe(false);

  const mute = await write('POST', '/posts', {
    ...POST,
    slug: 'mute',
    status: 'published',
    markdown: `![](${picture.path})`,
  });
  expect([mute.status, mute.body.message]).toEqual([422, expect.stringContaining('what it shows')]);
  const { slug } = await add({ slug: 'seen', status: 'published', markdown: `![A red cloth](${picture.path})` });
  expect((await show(slug)).body.data.content).toContain('alt="A red cloth" width="40" height="30"');

  expect((await send('<svg xmlns="http://www.w3.org/2000/svg"/>', 'image/svg+xml')).status).toBe(422);
  expect((await send('no picture', 'image/png')).status).toBe(422);
});

test('the desk reads no drafts, and writers read no enquiries', async () => {
  expect((await call('GET', '/posts')).status).toBe(403);
  expect((await write('GET', '/enquiries')).status).toBe(403);
  const stranger = signCaller(writer, 'a secret of somebody else, of 32 letters');
  const answer = await fetch(`${site.privateUrl}/office/posts`, { headers: { [CALLER_HEADER]: stranger } });
  expect(answer.status).toBe(401);
  // The message blames the secret: the caller is signed in, and signing in again would not help.
  expect(await answer.json()).toMatchObject({ message: expect.stringContaining('differ in OFFICE_API_SECRET') });
});

const PUBLISHED = { ...POST, status: 'published' };

test('of posts that take one address at once, one has it and the others hear whose it is', async () => {
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => write('POST', '/posts', { ...PUBLISHED, slug: 'at-once' })),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(409)]);
  for (const { status, body } of answers)
    if (status === 409) expect(body.message).toContain('“Linen at sea” has the address /blog/at-once already');
  const others = await Promise.all(
    ['two', 'three', 'four'].map((slug) => write('POST', '/posts', { ...PUBLISHED, slug })),
  );
  const moved = await Promise.all(
    others.map(({ body: { id } }) => write('PUT', `/posts/${id}`, { ...PUBLISHED, slug: 'one-place', version: 1 })),
  );
  expect(moved.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
});

test.each(['0001-01-01T00:00', '0000-01-01T00:00', '9999-12-31T23:59', '3000-01-01T00:00', '1899-12-31T23:59'])(
  'a post of %s is refused in words',
  async (publishAt) => {
    const { status, body } = await write('POST', '/posts', { ...PUBLISHED, slug: 'far', publish_at: publishAt });
    expect([status, body.message]).toEqual([422, 'This is not a day and hour from 1900 to 2999.']);
  },
);
