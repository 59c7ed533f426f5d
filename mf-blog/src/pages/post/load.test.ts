import { pageIn } from '@wholepage/remote-kit/testing';
import { contextFor, hostThat, postAnswer } from '../../testing/host';
import { loadPost } from './page';

const answerTo = (answer: unknown, status?: number, slug = 'linen') =>
  loadPost(contextFor(`/blog/${slug}`, hostThat(answer, status).fetch, { slug }));

const load = async (...given: Parameters<typeof answerTo>) => pageIn(await answerTo(...given));

test('asks for the post of the address', async () => {
  const host = hostThat(postAnswer());
  await loadPost(contextFor('/blog/a%26b', host.fetch, { slug: 'a&b' }));
  expect(host.asked).toEqual(['https://blog.example/formdata/api_blog_show.php?slug=a%26b']);
});

test('a post has its cover, author, date and safe body', async () => {
  const { data, status, maxAge } = await load(postAnswer({ content: '<p>One<script>alert(1)</script></p>' }));
  expect({ status, maxAge }).toEqual({ status: undefined, maxAge: 30 });
  expect(data).toEqual({
    kind: 'post',
    post: {
      title: 'Linen',
      author: 'Linen Desk',
      date: { label: '5 March 2025', iso: '2025-03-05' },
      picture: 'https://blog.example/covers/linen.svg',
      html: '<p>One</p>',
    },
  });
});

test('nobody signed it: Admin did', async () => {
  expect((await load(postAnswer({ author: null }))).data).toMatchObject({ post: { author: 'Admin' } });
  expect((await load(postAnswer({ author: ' ' }))).data).toMatchObject({ post: { author: 'Admin' } });
});

test.each([
  [{ meta_title: 'Meta', meta_description: 'Described', meta_keywords: 'a, b' }, ['Meta', 'Described', 'a, b']],
  [{}, ['Linen', 'About linen', '']],
  [{ title: '', excerpt: null }, ['Blog', '', '']],
])('title, description and keywords fall back: %j', async (over, expected) => {
  const { head } = await load(postAnswer(over));
  expect([head.title, head.description, head.keywords]).toEqual(expected);
});

test('the head tells search engines what it is', async () => {
  const { head } = await load(postAnswer());
  expect(head).toMatchObject({
    canonical: '/blog/linen',
    ogType: 'article',
    image: 'https://blog.example/covers/linen.svg',
  });
  expect(head.jsonLd).toMatchObject([
    {
      '@type': 'BlogPosting',
      headline: 'Linen',
      datePublished: '2025-03-05',
      author: { name: 'Linen Desk' },
      publisher: { name: 'Test & Thimble' },
    },
    { '@type': 'BreadcrumbList' },
  ]);
});

test('a title longer than a head may carry is shortened', async () => {
  const { head } = await load(postAnswer({ title: 'x'.repeat(5000), meta_description: 'y'.repeat(5000) }));
  expect(head.title.length).toBe(300);
  expect(head.description?.length).toBe(1000);
});

test.each<[string, unknown, number]>([
  ['answers 404', { success: false }, 404],
  ['refuses the slug', { success: false }, 400],
  ['says that there is none', { success: false, message: 'no' }, 200],
  ['sends no data', { success: true, data: null }, 200],
])('no such post when the host %s', async (_, answer, status) => {
  expect(await load(answer, status)).toMatchObject({ status: 404, data: { kind: 'absent' }, head: { noindex: true } });
});

test('an empty record or an empty slug is not found', async () => {
  expect(await load({ success: true, data: [] })).toMatchObject({ status: 404, data: { kind: 'empty' } });
  expect(await load(postAnswer(), 200, ' ')).toMatchObject({ status: 404, data: { kind: 'empty' } });
});

test.each<[string, unknown, number]>([
  ['fails', {}, 502],
  ['has too many visitors', {}, 429],
  ['is not there', new TypeError('Failed to fetch'), 200],
  ['sends garbage', '<!doctype html>', 200],
  ['sends half a post', { success: true, data: { slug: 'linen', title: 'Linen' } }, 200],
])('a host that %s is asked again at once', async (_, answer, status) => {
  expect(await load(answer, status)).toMatchObject({ status: 503, maxAge: 0, data: { kind: 'failed' } });
});

test('an address that the post had before leads to the one of now', async () => {
  const answer = await answerTo(postAnswer({ slug: 'linen-at-sea', moved_to: 'linen-at-sea' }));
  expect(answer).toEqual({ status: 301, to: '/blog/linen-at-sea', maxAge: 30 });
  // A host may spell a slug in another way; that alone is no redirect.
  expect(await load(postAnswer({ slug: 'Linen' }))).toMatchObject({ data: { kind: 'post' } });
});

test('a preview is for no search engine, and is asked for with each look', async () => {
  expect(await load(postAnswer({ preview: true }))).toMatchObject({ maxAge: 0, head: { noindex: true } });
  expect((await load(postAnswer())).head.noindex).toBe(false);
});
