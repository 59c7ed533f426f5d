import { act, render, screen } from '@testing-library/react';
import { clock, later, moment, setWritten, Time } from './screen';

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

test('how long ago something was goes on while its screen stays open, and its moment names another zone', () => {
  jest.useFakeTimers({ now: new Date('2026-05-31T09:30:05Z') });
  render(<Time at="2026-05-31T09:30:00Z" />);
  expect(screen.getByText('5 seconds ago')).toBeVisible();
  act(() => jest.advanceTimersByTime(3_600_000));
  expect(screen.getByText('1 hour ago')).toBeVisible();
  // The clock is set back, or is behind the server's.
  jest.setSystemTime(new Date('2026-05-31T09:29:00Z'));
  act(() => jest.advanceTimersByTime(10_000));
  expect(screen.getByText('0 seconds ago')).toBeVisible();
  render(<Time at="2026-05-31T09:31:10Z" isToCome />);
  expect(screen.getByText('in 2 minutes')).toBeVisible();
  jest.useRealTimers();
  setWritten({ timeZone: 'Pacific/Kiritimati' });
  const at = '2026-05-31T09:30:00Z';
  expect([moment(at), clock(at)]).toEqual(['31 May 2026 at 23:30 (Pacific/Kiritimati)', '31 May 2026 at 23:30']);
});
