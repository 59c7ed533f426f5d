import { render, screen } from '@testing-library/react';
import { Label } from './Label';

it('is a line of its own that is read as its words', () => {
  const { container } = render(<Label>No. 04</Label>);
  expect(screen.getByText('No. 04')).toBeVisible();
  expect(container.querySelector('p')).toHaveTextContent(/^No. 04$/);
});
