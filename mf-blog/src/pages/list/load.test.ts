import { contextFor, hostThat, listItem, listOf } from '../../testing/host';
import { loadList } from './page';

const load = (path: string, answer: unknown, status?: number) =>
  loadList(contextFor(path, hostThat(answer, status).fetch));

const first = async (item: object) => {
  const { data } = await load('/blog', { success: true, data: [{ ...listItem(1), ...item }] });
  return data.kind === 'posts' ? data.posts[0] : undefined;
};

test('asks for nine posts of the page in the address', async () => {
  const host = hostThat(listOf(9, 3));
  await loadList(contextFor('/blog?page=2', host.fetch));
  expect(host.asked).toEqual(['https://blog.example/formdata/api_blog_list.php?page=2&limit=9']);
});

test('a page is fresh for half a minute and names itself', async () => {
  const loaded = await load('/blog?page=2', listOf(9, 3));
  expect(loaded).toMatchObject({ status: 200, maxAge: 30, head: { canonical: '/blog?page=2' } });
  expect(loaded.head.title).toMatch(/page 2$/);
  expect(loaded.head.jsonLd?.map((record) => record['@type'])).toEqual(['Blog', 'BreadcrumbList']);
});

test.each(['x1', '02', '1', '1e9'])(
  'an address that nobody links, ?page=%s, is kept for nobody: of such there is no end',
  async (page) => {
    expect(await load(`/blog?page=${page}`, listOf(9, 3))).toMatchObject({ status: 200, maxAge: 0 });
  },
);

test('one page is assumed when the host does not say how many there are', async () => {
  const { data } = await load('/blog', { success: true, data: [listItem(1)] });
  expect(data).toMatchObject({ kind: 'posts', pages: 1 });
});

test.each([
  ['its image', { image: 'https://cdn.example/a.jpg' }, 'https://cdn.example/a.jpg'],
  ['else its cover behind the blog host', { image: '' }, 'https://blog.example/covers/1.svg'],
  ['a cover without a leading slash', { cover_path: 'covers/1.svg' }, 'https://blog.example/covers/1.svg'],
  ['else none', { cover_path: null }, undefined],
  ['never a script', { image: 'javascript:alert(1)' }, undefined],
])('the picture is %s', async (_, item, expected) => expect((await first(item))?.picture).toBe(expected));

test.each([
  ['2025-03-05T00:00:00.000Z', '5 March 2025'],
  ['2025-03-05 23:59:59', '5 March 2025'],
  ['2025-03-05', '5 March 2025'],
  ['2025-03-05T01:00:00+05:30', '4 March 2025'],
  ['yesterday', undefined],
  [null, undefined],
])('the date %s reads %s', async (created_at, label) => expect((await first({ created_at }))?.date?.label).toBe(label));

test.each([undefined, null, ''])('the date may be in `date`, beside %j', async (created_at) => {
  expect((await first({ created_at, date: '2024-02-29' }))?.date?.label).toBe('29 February 2024');
});

test.each<[string, unknown, number]>([
  ['fails', { success: true, data: [] }, 500],
  ['says that it failed', { success: false, data: [] }, 200],
  ['sends something that is not JSON', '<!doctype html>', 200],
  ['sends no list', { success: true, data: { title: 'x' } }, 200],
  ['sends a post without a slug', { success: true, data: [{ id: 1, title: 'x' }] }, 200],
  ['counts its pages in words', { ...listOf(1), total_pages: 'three' }, 200],
  ['is not there', new TypeError('Failed to fetch'), 200],
])('a host that %s makes a page that says so, and is asked again at once', async (_, answer, status) => {
  expect(await load('/blog', answer, status)).toMatchObject({
    status: 503,
    maxAge: 0,
    head: { noindex: true },
    data: { kind: 'failed' },
  });
});

test('a page beyond the last is not found', async () => {
  expect(await load('/blog?page=7', { success: true, data: [], total_pages: 3 })).toMatchObject({ status: 404 });
  expect(await load('/blog', { success: true, data: [] })).toMatchObject({ status: 200 });
});

test('a request that is given up is not a failure', async () => {
  const context = contextFor('/blog', hostThat(new Error('Aborted')).fetch);
  await expect(loadList({ ...context, signal: AbortSignal.abort() })).rejects.toThrow();
});
