import { render, screen } from '@testing-library/react';
import { StatRow } from './StatRow';

it('gives each figure with what it counts', () => {
  render(<StatRow stats={[{ value: '250+', label: 'Brands served' }]} />);
  expect(screen.getByRole('term')).toHaveTextContent('Brands served');
  expect(screen.getByRole('definition')).toHaveTextContent('250+');
});
