import { render, screen } from '@testing-library/react';
import { ChatLink } from './ChatLink';

it('begins the chat with what the page is about', () => {
  render(<ChatLink company={{ chat: '919840000000' }} about="Bed Linens & more" />);
  expect(screen.getByRole('link', { name: 'WhatsApp (opens in a new window)' })).toHaveAttribute(
    'href',
    'https://wa.me/919840000000?text=About%20Bed%20Linens%20%26%20more%3A%20',
  );
});

it('is an ordinary chat elsewhere', () => {
  render(<ChatLink company={{ chat: '919840000000' }} />);
  expect(screen.getByRole('link')).toHaveAttribute('href', 'https://wa.me/919840000000');
});
