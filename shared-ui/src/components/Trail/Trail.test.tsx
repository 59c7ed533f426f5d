import { render, screen } from '@testing-library/react';
import { Trail } from './Trail';

it('links to every step but the page itself', () => {
  const crumbs = [
    { label: 'Courses', href: '/courses' },
    { label: 'Online Course', href: '/courses/1' },
  ];
  render(<Trail crumbs={crumbs} />);
  expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual(['/', '/courses']);
  expect(screen.getByText('Online Course')).toBeInTheDocument();
});
