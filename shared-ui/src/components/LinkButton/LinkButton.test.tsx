import { render, screen } from '@testing-library/react';
import { LinkButton } from './LinkButton';

it('is a link that goes somewhere', () => {
  render(<LinkButton href="/courses">See the courses</LinkButton>);
  expect(screen.getByRole('link', { name: 'See the courses' })).toHaveAttribute('href', '/courses');
});
