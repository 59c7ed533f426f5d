import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { stubLayout } from '../../testing/layout';
import { showPage } from '../../testing/show';
import type { ListData, ListedPost } from './load';
import { page } from './page';

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
