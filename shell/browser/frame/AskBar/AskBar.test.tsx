import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { testConfig } from 'site/testing';
import { overlayStore } from '../overlay-store';
import { AskBar } from './AskBar';

it('calls, chats and opens the enquiry', async () => {
  render(<AskBar company={testConfig.company} />);
  expect(screen.getByRole('link', { name: 'Call' })).toHaveAttribute('href', 'tel:+914455500101');
  expect(screen.getByRole('link', { name: /WhatsApp/ })).toHaveAttribute('href', 'https://wa.me/919840000000');
  await userEvent.click(screen.getByRole('button', { name: 'Start' }));
  expect(overlayStore.get().enquiry).toEqual({ about: undefined });
});
