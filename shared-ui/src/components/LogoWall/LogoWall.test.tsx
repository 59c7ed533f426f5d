import { render, screen } from '@testing-library/react';
import { marks } from '../../../gallery/samples';
import { LogoWall } from './LogoWall';

it('lists every mark', () => {
  render(<LogoWall label="Our Esteemed Clients" logos={marks} />);
  expect(screen.getByRole('list', { name: 'Our Esteemed Clients' })).toBeInTheDocument();
  expect(screen.getAllByRole('img')).toHaveLength(21);
});
