import { renderFile, sitemap } from './feed';
import { listHead } from './pages/list/page';
import { files } from './routes';
import { contextFor, hostThat, listItem, listOf } from './testing/host';

const feedOf = async (...data: object[]) => {
  const host = hostThat({ success: true, data, total_pages: 1 });
  const text = await renderFile({ ...contextFor('/', host.fetch), path: '/blog/feed.xml' });
  const parsed = new DOMParser().parseFromString(text, 'application/xml');
  expect(parsed.querySelector('parsererror')).toBeNull();
  return { feed: parsed.documentElement, asked: host.asked };
};
const textOf = (element: Element | undefined, name: string) => element?.querySelector(`:scope > ${name}`)?.textContent;

test('the newest posts are an Atom feed, with what RFC 4287 requires of it and of each entry', async () => {
  const { feed, asked } = await feedOf(listItem(1), {
    ...listItem(2),
    created_at: '',
    date: '2025-04-05 10:00:00',
    author: ' ',
  });
  expect(asked).toEqual(['https://blog.example/formdata/api_blog_list.php?page=1&limit=20']);
  expect([feed.namespaceURI, feed.localName]).toEqual(['http://www.w3.org/2005/Atom', 'feed']);
  expect(feed.getAttribute('xml:lang')).toBe('en-IN');
  const site = textOf(feed, 'id')?.replace(/\/blog$/, '');
  expect(textOf(feed, 'updated')).toBe('2025-04-05T00:00:00Z');
  expect(textOf(feed, 'title')).toMatch(/^The Swatch Book, ./);
  expect(feed.querySelector('link[rel="self"]')?.getAttribute('href')).toBe(`${site}/blog/feed.xml`);
  const entries = [...feed.querySelectorAll('entry')];
  expect(entries).toHaveLength(2);
  for (const entry of entries)
    for (const name of ['id', 'title', 'updated', 'author']) expect(textOf(entry, name)).toMatch(/./);
  expect(textOf(entries[0], 'id')).toBe(`${site}/blog/post-1`);
  expect(textOf(entries[0], 'summary')).toBe('About 1');
  expect(textOf(entries[1], 'author')).toBe('Admin');
});

test('what a post holds stays text, and a post without a date is left out', async () => {
  const title = '</title><script>&amp;\u0001\uFFFF';
  const { feed } = await feedOf({ ...listItem(1), title }, { ...listItem(2), created_at: null });
  expect([...feed.querySelectorAll('entry > title')].map((each) => each.textContent)).toEqual([
    '</title><script>&amp;  ',
  ]);
});

test('a blog host that fails leaves the last feed in place', async () => {
  const { fetch } = hostThat('x', 500);
  await expect(renderFile({ ...contextFor('/', fetch), path: '/blog/feed.xml' })).rejects.toThrow('answered 500');
});

test('the list leads programs to the feed, in its head and in its words', () => {
  const [{ path, type }] = files as [(typeof files)[0]];
  expect(listHead([], 1).alternates).toEqual([{ type, href: path }]);
});

test('names every post of every page of the list', async () => {
  const host = hostThat(listOf(2, 3));
  expect(await sitemap(contextFor('/', host.fetch))).toEqual(Array(3).fill(['/blog/post-1', '/blog/post-2']).flat());
  expect(host.asked[2]).toBe('https://blog.example/formdata/api_blog_list.php?page=3&limit=50');
  expect(await sitemap(contextFor('/', hostThat(listOf(50, 60)).fetch))).toHaveLength(3_000);
});

test.each([
  ['fails', 'x', 500],
  ['sends no list', { success: false }, 200],
])('rather names none than half of them when the host %s', async (_how, answer, status) => {
  await expect(sitemap(contextFor('/', hostThat(answer, status).fetch))).rejects.toThrow('The blog host answered');
});
