import { render, screen } from '@testing-library/react';
import { Breadcrumbs } from './Breadcrumbs';

it('links the way back and marks the page itself', () => {
  render(<Breadcrumbs items={[{ label: 'Aviation' }]} />);
  expect(screen.getByRole('navigation', { name: 'Breadcrumb' })).toBeInTheDocument();
  expect(screen.getByRole('list')).toHaveClass('breadcrumbs');
  expect(screen.getByRole('link', { name: 'Home' })).toHaveAttribute('href', '/');
  expect(screen.getByText('Aviation')).toHaveAttribute('aria-current', 'page');
});
