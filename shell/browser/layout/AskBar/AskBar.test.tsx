import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { testConfig } from 'site/testing';
import { overlayStore } from '../../shell-api';
import { AskBar } from './AskBar';

/** Changes the head as a navigation does, and waits until the bar has seen it. */
const declare = (content: string | undefined) =>
  act(async () => {
    document.head.querySelector('meta[name="main-action"]')?.remove();
    if (content === undefined) return;
    document.head.append(Object.assign(document.createElement('meta'), { name: 'main-action', content }));
  });

it('calls, chats and opens the enquiry', async () => {
  render(<AskBar company={testConfig.company} />);
  expect(screen.getByRole('link', { name: 'Call' })).toHaveAttribute('href', 'tel:+914455500101');
  expect(screen.getByRole('link', { name: /WhatsApp/ })).toHaveAttribute('href', 'https://wa.me/919840000000');
  await userEvent.click(screen.getByRole('button', { name: 'Start' }));
  expect(overlayStore.get().enquiry).toEqual({ about: undefined });
});

it("presses the page's own main action while the page declares one, and offers none after a payment", async () => {
  const pressed = jest.fn();
  render(
    <>
      <main id="main">
        <button type="button" id="enrol" onClick={pressed}>
          Enrol Now
        </button>
      </main>
      <AskBar company={testConfig.company} />
    </>,
  );
  await declare('enrol Enrol');
  await userEvent.click(screen.getByRole('link', { name: 'Enrol' }));
  expect(pressed).toHaveBeenCalledTimes(1);
  expect(screen.queryByRole('button', { name: 'Start' })).toBeNull();
  await declare(undefined);
  expect(screen.getByRole('button', { name: 'Start' })).toBeVisible();
  await declare('');
  expect(screen.queryByRole('button', { name: 'Start' })).toBeNull();
  expect(screen.getAllByRole('link')).toHaveLength(2);
  await declare(undefined);
});
