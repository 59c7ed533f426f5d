import { screen } from '@testing-library/react';
import { loadPage, showPage, textsOf } from '../../testing/remote';
import { page } from './page';

describe('about', () => {
  it('tells legacy, founder, group, brand, furnishings, directors and supply chain, in this order, and ends at the courses', async () => {
    await showPage(page, '/about-us');
    expect(textsOf(screen.getAllByRole('heading').filter(({ tagName }) => tagName !== 'H3'))).toEqual([
      'A legacy held by one thread.',
      'The one who kept the patterns',
      'Test & Thimble, a Distaff Group company',
      'About Test & Thimble',
      'About Warp and Weft',
      'Two directors, one table',
      'From mill to locker',
      'The same tape, held to you',
    ]);
  });

  it('shows two directors by their roles, and the map', async () => {
    await showPage(page, '/about-us');
    expect(screen.getByRole('heading', { name: 'Director, Design & Product' })).toBeVisible();
    expect(screen.getByRole('heading', { name: 'Director, Operations & Supply' })).toBeVisible();
    expect(screen.getByRole('img', { name: /^Map of India/ })).toBeInTheDocument();
  });

  it('has a head with organisation and trail', async () => {
    const { head } = await loadPage(page, '/about-us');
    expect(head.title).toContain('About Us');
    expect(head.jsonLd?.map((record) => record['@type'])).toEqual(['Organization', 'BreadcrumbList']);
  });
});
