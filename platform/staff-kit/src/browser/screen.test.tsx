import { render, screen } from '@testing-library/react';
import { later } from './screen';

test('a picture whose code does not come takes nothing of its screen along, and is seen when it does', async () => {
  const Lost = later('chart', () => Promise.reject<() => null>(new Error('Loading chunk 7 failed')));
  const Shown = later('chart', async () => () => <figure>Evidence</figure>);
  render(
    <main>
      <button type="button">Stop canary</button>
      <Lost />
      <Shown />
    </main>,
  );
  expect(await screen.findByText('The picture could not be loaded. Load the page again to see it.')).toBeVisible();
  expect(await screen.findByText('Evidence')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Stop canary' })).toBeVisible();
});
