import { render, screen } from '@testing-library/react';
import { Signpost } from './Signpost';

it('says whom it is for, and leads there', () => {
  render(<Signpost text="You dress one person, and it is you?" link="See the courses" href="/courses" />);
  expect(screen.getByText(/You dress one person/)).toBeVisible();
  expect(screen.getByRole('link', { name: 'See the courses' })).toHaveAttribute('href', '/courses');
});
