import { act, screen } from '@testing-library/react';
import { app } from '../../testing/app';
import { listOf, postAnswer } from '../../testing/host';
import { stubLayout } from '../../testing/layout';

test('going from the list to a post, whose code is not there yet, leaves no error', async () => {
  stubLayout();
  window.fetch = async () => new Response(JSON.stringify(postAnswer()));
  window.history.replaceState(null, '', '/blog');
  const { unmount } = await app.mountServerMade('/blog', listOf(9, 3));
  await act(async () => {
    window.history.pushState(null, '', '/blog/linen');
    window.dispatchEvent(new PopStateEvent('popstate', { state: null }));
  });
  expect(await screen.findByRole('heading', { level: 1, name: 'Linen' })).toBeVisible();
  await unmount();
});
