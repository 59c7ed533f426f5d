import { act, screen } from '@testing-library/react';
import { app } from '../../testing/app';
import { listOf } from '../../testing/host';
import { stubLayout } from '../../testing/layout';

interface Call {
  address: string;
  signal: AbortSignal | undefined;
  answer(body: unknown): void;
}

/** A browser whose requests are answered by the test. */
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
