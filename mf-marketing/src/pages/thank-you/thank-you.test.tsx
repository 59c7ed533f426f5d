import { screen } from '@testing-library/react';
import { loadPage, showPage } from '../../testing/remote';
import { page } from './page';

describe('thank-you', () => {
  it('thanks and leads home', async () => {
    await showPage(page, '/thank-you');
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Thank You!');
    expect(screen.getByText('Your message has been sent successfully. We will get back to you soon!')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Back to Home' })).toHaveAttribute('href', '/');
  });

  it('stays out of search engines', async () => {
    expect((await loadPage(page, '/thank-you')).head.noindex).toBe(true);
  });
});
