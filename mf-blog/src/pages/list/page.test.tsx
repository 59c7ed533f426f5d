import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { app } from '../../testing/app';
import { listOf } from '../../testing/host';
import { stubLayout } from '../../testing/layout';
import { showPage } from '../../testing/show';
import { arrangeRows, type ListData, type ListedPost, page } from './page';

const post = (number: number, over: Partial<ListedPost> = {}): ListedPost => ({
  slug: `post-${number}`,
  title: `Post ${number}`,
  excerpt: `About ${number}`,
  author: 'Fit Room',
  date: { label: '5 March 2025', iso: '2025-03-05' },
  picture: `/covers/${number}.svg`,
  ...over,
});

const data = (posts: ListedPost[], over: object = {}): ListData => ({
  kind: 'posts',
  posts,
  page: 1,
  pages: 3,
  ...over,
});
const nine = Array.from({ length: 9 }, (_, index) => post(index + 1));

test('nine posts lie in three rows whose layouts alternate', () => {
  showPage(page, '/blog', { data: data(nine) });
  const rows = screen.getAllByRole('list').filter((list) => list.hasAttribute('data-layout'));
  expect(rows.map((row) => row.dataset.layout)).toEqual(['large-first', 'large-last', 'large-first']);
  for (const row of rows) expect(within(row).getAllByRole('article')).toHaveLength(3);
});

test('the first cover is fetched at once, and the others when they come near', () => {
  showPage(page, '/blog', { data: data(nine) });
  const [first, ...others] = screen.getAllByRole('presentation').filter((element) => element.matches('img'));
  expect(first).toHaveAttribute('src', '/covers/1.svg');
  expect(first).toHaveAttribute('loading', 'eager');
  expect(first).toHaveAttribute('fetchpriority', 'high');
  expect(others).toHaveLength(8);
  for (const image of others) expect(image).toHaveAttribute('loading', 'lazy');
});

test('a post shows its title, excerpt, author and date, and leads to its page', () => {
  showPage(page, '/blog', { data: data([post(1)]) });
  const card = screen.getByRole('article');
  expect(within(card).getByRole('heading', { level: 2, name: 'Post 1' })).toBeVisible();
  expect(within(card).getByRole('link', { name: 'Post 1' })).toHaveAttribute('href', '/blog/post-1');
  expect(within(card).getByText('About 1')).toBeVisible();
  expect(within(card).getByText('By Fit Room')).toBeVisible();
  expect(within(card).getByText('5 March 2025')).toHaveAttribute('datetime', '2025-03-05');
  expect(card.querySelector('img')).toHaveAttribute('src', '/covers/1.svg');
});

test('a post without author, picture and date is by admin, on cloth', () => {
  showPage(page, '/blog', { data: data([{ slug: 'a/b', title: 'Linen', excerpt: '', author: '' }]) });
  expect(screen.getByText('By admin')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Linen' })).toHaveAttribute('href', '/blog/a%2Fb');
  expect(screen.getByRole('article').querySelector('img, time')).toBeNull();
});

test('what a host sends as text is text', () => {
  showPage(page, '/blog', { data: data([post(1, { title: '<img src=x onerror=alert(1)>' })]) });
  expect(screen.getByRole('link', { name: '<img src=x onerror=alert(1)>' })).toBeVisible();
});

test('page numbers are links', () => {
  showPage(page, '/blog?page=2', { data: data(nine, { page: 2 }) });
  const pages = screen.getByRole('navigation', { name: 'Pages of the blog' });
  expect(within(pages).getByRole('link', { name: '1' })).toHaveAttribute('href', '/blog');
  expect(within(pages).getByRole('link', { name: '2' })).toHaveAttribute('aria-current', 'page');
  expect(within(pages).getByRole('link', { name: '3' })).toHaveAttribute('href', '/blog?page=3');
});

test('while it loads it says so', () => {
  stubLayout();
  showPage(page, '/blog', { state: 'loading' });
  expect(screen.getByText('Loading…')).toBeVisible();
  expect(screen.getByRole('heading', { level: 1 })).toBeVisible();
  expect(screen.queryByRole('article')).toBeNull();
});

test.each<['ready' | 'failed', ListData | undefined]>([
  ['ready', { kind: 'failed', page: 2 }],
  ['failed', undefined],
])('when it failed (%s) it can be tried again', async (state, failed) => {
  const retry = jest.fn();
  showPage(page, '/blog?page=2', { state, data: failed, retry });
  expect(screen.getByRole('alert')).toHaveTextContent('Failed to load blogs.');
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(retry).toHaveBeenCalledTimes(1);
});

test('without scripts, trying again asks for the same page', () => {
  showPage(page, '/blog?page=2', { data: { kind: 'failed', page: 2 } });
  const form = screen.getByRole('button', { name: 'Try again' }).closest('form');
  expect(form).toHaveFormValues({ page: '2' });
  expect(form).toHaveAttribute('action', '/blog');
});

test('an empty blog and a page beyond the last say so', () => {
  const { unmount } = showPage(page, '/blog', { data: data([], { pages: 1 }) });
  expect(screen.getByRole('heading', { level: 2 })).toHaveTextContent('still on the loom');
  unmount();
  showPage(page, '/blog?page=9', { data: data([], { page: 9 }) });
  expect(screen.getByRole('link', { name: 'To the first page' })).toHaveAttribute('href', '/blog');
});

const sizes = (count: number) =>
  arrangeRows(Array.from({ length: count }, (_, index) => index)).map(({ layout, posts }) => [
    layout,
    ...posts.map(({ size }) => size),
  ]);

test('nine posts make three rows of three whose layouts alternate', () => {
  expect(sizes(9)).toEqual([
    ['large-first', 'large', 'small', 'small'],
    ['large-last', 'small', 'small', 'large'],
    ['large-first', 'large', 'small', 'small'],
  ]);
});

test('a short last row keeps a large post', () => {
  expect(sizes(4).at(-1)).toEqual(['large-last', 'large']);
  expect(sizes(5).at(-1)).toEqual(['large-last', 'small', 'large']);
  expect(sizes(7).at(-1)).toEqual(['large-first', 'large']);
});

test('posts keep their order', () => {
  const order = arrangeRows([1, 2, 3, 4, 5, 6]).flatMap(({ posts }) => posts.map(({ post }) => post));
  expect(order).toEqual([1, 2, 3, 4, 5, 6]);
});

test('no posts, no rows', () => expect(sizes(0)).toEqual([]));

interface Call {
  address: string;
  signal: AbortSignal | undefined;
  answer(body: unknown): void;
}

/** Puts the browser at a path. The test answers its requests. */
function browserAt(path: string): Call[] {
  const calls: Call[] = [];
  stubLayout();
  window.history.replaceState(null, '', path);
  window.fetch = (address, init) =>
    new Promise((resolve, reject) => {
      init?.signal?.addEventListener('abort', () => reject(new DOMException('Aborted', 'AbortError')));
      calls.push({
        address: String(address).replace(window.location.origin, ''),
        signal: init?.signal ?? undefined,
        answer: (body) => resolve(new Response(JSON.stringify(body))),
      });
    });
  return calls;
}

const turnTo = (path: string) =>
  act(async () => {
    window.history.pushState(null, '', path);
    window.dispatchEvent(new PopStateEvent('popstate', { state: null }));
  });

test('turning the page aborts the request in flight, and shows only the last page asked for', async () => {
  const calls = browserAt('/blog');
  const { unmount } = await app.mount();
  expect(calls.map(({ address }) => address)).toEqual(['/api/formdata/api_blog_list.php?page=1&limit=9']);
  expect(screen.getByText('Loading…')).toBeVisible();

  await turnTo('/blog?page=2');
  expect(calls[0]?.signal?.aborted).toBe(true);
  expect(calls[1]).toMatchObject({ address: '/api/formdata/api_blog_list.php?page=2&limit=9' });
  expect(screen.queryByText('Failed to load blogs.')).toBeNull();

  await act(async () => calls[1]?.answer(listOf(4, 2)));
  expect(await screen.findAllByRole('article')).toHaveLength(4);
  await unmount();
});

test('the page numbers stay, and keep the focus, while the next page is on its way', async () => {
  const calls = browserAt('/blog');
  const { slot, unmount } = await app.mountServerMade('/blog', listOf(9, 3));
  const two = screen.getByRole('link', { name: '2' });
  two.focus();
  await turnTo('/blog?page=2');
  expect(screen.getByText('Loading…')).toBeVisible();
  expect(two).toHaveFocus();
  expect(two).toHaveAttribute('aria-current', 'page');
  expect(slot.querySelectorAll('article')).toHaveLength(0);
  await act(async () => calls[0]?.answer(listOf(4, 3)));
  expect(await screen.findAllByRole('article')).toHaveLength(4);
  await unmount();
});

test('a page that came with its HTML is not asked for again', async () => {
  const calls = browserAt('/blog');
  const { slot, unmount } = await app.mountServerMade('/blog', listOf(9, 3));
  expect(slot.querySelectorAll('article')).toHaveLength(9);
  expect(calls).toEqual([]);
  await unmount();
});
