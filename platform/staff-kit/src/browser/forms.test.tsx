import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ActButton } from './forms';

beforeEach(() => {
  HTMLDialogElement.prototype.showModal = function show() {
    this.open = true;
  };
});

const show = (sessions: number, act = async () => sessions, onDone?: () => unknown) => (
  <QueryClientProvider client={new QueryClient()}>
    <ActButton text={`End ${sessions} sessions`} act={act} {...(onDone && { onDone })}>
      <p>{sessions} end.</p>
    </ActButton>
  </QueryClientProvider>
);
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

test('a dialog closes when it is done, however long the page takes to show it', async () => {
  const onDone = jest.fn(() => new Promise(() => undefined));
  render(show(3, undefined, onDone));
  await press('End 3 sessions');
  await userEvent.click(screen.getAllByRole('button', { name: 'End 3 sessions' })[1] as HTMLElement);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(screen.getByRole('button', { name: 'End 3 sessions' })).toHaveFocus();
  expect(onDone).toHaveBeenCalledWith(3);
});

test('what is under way is not said to be cancelled', async () => {
  render(show(3, () => new Promise(() => undefined)));
  await press('End 3 sessions');
  screen.getByRole('button', { name: 'Cancel' });
  await userEvent.click(screen.getAllByRole('button', { name: 'End 3 sessions' })[1] as HTMLElement);
  expect(screen.queryByRole('button', { name: 'Cancel' })).toBeNull();
  screen.getByRole('button', { name: 'Close' });
});

test('what a dialog asks stays what it was when it opened', async () => {
  const { rerender } = render(show(3));
  await press('End 3 sessions');
  rerender(show(1));
  expect(screen.getByRole('dialog', { name: 'End 3 sessions' })).toHaveTextContent('3 end.');
});
