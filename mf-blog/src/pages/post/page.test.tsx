import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { stubLayout } from '../../testing/layout';
import { showPage } from '../../testing/show';
import { endingOf, type PostData, page } from './page';

const data: PostData = {
  kind: 'post',
  post: {
    title: 'Linen',
    author: 'Linen Desk',
    date: { label: '5 March 2025', iso: '2025-03-05' },
    picture: '/covers/linen.svg',
    html: '<p>One <strong>sheet</strong>.</p>',
  },
};

test('a post shows its cover, title, date, author and body', () => {
  const { container } = showPage(page, '/blog/linen', { data, params: { slug: 'linen' } });
  expect(screen.getByRole('heading', { level: 1, name: 'Linen' })).toBeVisible();
  expect(screen.getByText('By Linen Desk')).toBeVisible();
  expect(screen.getByText('5 March 2025')).toBeVisible();
  expect(screen.getByText('sheet')).toBeVisible();
  expect(container.querySelector('article img')).toHaveAttribute('src', '/covers/linen.svg');
  expect(container.querySelector('article img')).toHaveAttribute('loading', 'eager');
  expect(container.querySelector('article img')).toHaveAttribute('fetchpriority', 'high');
});

test('header and footer are the elements of the shell alone', () => {
  const { container } = showPage(page, '/blog/linen', { data, params: { slug: 'linen' } });
  expect(container.querySelectorAll('header, footer, main')).toHaveLength(0);
});

test('beside it lie three fixed titles, and a way back', () => {
  showPage(page, '/blog/linen', { data });
  const latest = screen.getByRole('complementary', { name: 'Latest Post' });
  expect(within(latest).getAllByRole('listitem')).toHaveLength(3);
  expect(screen.getByRole('link', { name: /back to the blog/i })).toHaveAttribute('href', '/blog');
});

test('the title of the post that is read stays among them, and leads nowhere', () => {
  showPage(page, '/blog/the-last-day-of-a-uniform', { data });
  const latest = within(screen.getByRole('complementary', { name: 'Latest Post' }));
  expect(latest.getByText('The last day of a uniform')).toBeVisible();
  expect(latest.getAllByRole('link').map((link) => link.textContent)).toEqual([
    'Curtains that hang like water',
    'Sixty days on twelve people',
  ]);
});

test('a post without title is called Blog', () => {
  showPage(page, '/blog/x', { data: { kind: 'post', post: { title: '', author: 'Admin', html: '' } } });
  expect(screen.getByRole('heading', { level: 1, name: 'Blog' })).toBeVisible();
});

test('while it loads it says so', () => {
  stubLayout();
  showPage(page, '/blog/linen', { state: 'loading' });
  expect(screen.getByRole('status')).toHaveTextContent('Loading…');
});

test('while it loads, its heading is what a post without title is called', () => {
  showPage(page, '/blog/linen', { state: 'loading' });
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent(/^Blog$/);
});

test.each<[PostData['kind'], string]>([
  ['absent', 'Post not found.'],
  ['empty', 'Not found.'],
])('a post that is %s: "%s", and nothing to try again', (kind, text) => {
  showPage(page, '/blog/x', { data: { kind } as PostData });
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent(text);
  expect(screen.queryByRole('button')).toBeNull();
  expect(screen.getByRole('link', { name: 'Back to the blog' })).toHaveAttribute('href', '/blog');
});

test.each<['ready' | 'failed', PostData | undefined]>([
  ['ready', { kind: 'failed' }],
  ['failed', undefined],
])('a host that failed (%s) can be asked again', async (state, failed) => {
  const retry = jest.fn();
  showPage(page, '/blog/linen', { state, data: failed, retry });
  expect(screen.getByRole('alert')).toHaveTextContent('Post not found.');
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(retry).toHaveBeenCalledTimes(1);
});

it.each([
  ['Scrubs, and the argument for the hot wash', 'scrubs-and-the-hot-wash', '/product/healthcare-clinics-wellness'],
  ['Four stripes on a sleeve', 'four-stripes-on-a-sleeve', '/product/corporate-admin'],
  ['What a colour does to a face', 'what-a-colour-does-to-a-face', '/courses'],
  ['Nine garments for a working week', 'nine-garments-for-a-working-week', '/courses'],
  ['Rainwear for the monsoon, not for the catalogue', 'rainwear-for-the-monsoon', '/product/industrial-manufacturing'],
  ['How many sheets for one bed?', 'how-many-sheets-for-one-bed', '/ambience-and-harmony'],
  ['What a uniform cloth is asked to survive', 'what-a-uniform-cloth-survives', '/product'],
])('"%s" ends in what it speaks of', (title, slug, href) => {
  expect(endingOf(title, slug)?.href).toBe(href);
});

it('takes whole words only', () => {
  expect(endingOf('The surface of wool', 'the-surface-of-wool')?.href).toBe('/product');
});
