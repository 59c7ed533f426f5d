import { screen, within } from '@testing-library/react';
import { showPage, textsOf } from '../../testing/remote';
import { page } from './page';

describe('projects', () => {
  it('has a banner, the pictures and the contact form', async () => {
    const { container } = await showPage(page, '/project');
    expect(textsOf(screen.getAllByRole('heading'))).toEqual(['Our Projects', 'Get In Touch']);
    for (const name of ['name', 'email', 'phone', 'subject', 'message']) {
      expect(container.querySelector(`[name="${name}"]`)).toBeInTheDocument();
    }
  });

  it('shows six pictures without a word', async () => {
    await showPage(page, '/project');
    const grid = screen.getByRole('region', { name: 'Six projects' });
    expect(within(grid).getAllByRole('img')).toHaveLength(6);
    expect(grid).toHaveTextContent(/^$/);
    const links = within(grid).getAllByRole('link');
    expect(links).toHaveLength(6);
    for (const link of links) expect(link.getAttribute('href')).toMatch(/^\/product\//);
  });
});
