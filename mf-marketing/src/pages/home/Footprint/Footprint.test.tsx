import { render, screen } from '@testing-library/react';
import { home } from '../../../content/home';
import { Footprint } from './Footprint';

test('says in words what is sewn into the map', () => {
  render(<Footprint />);
  expect(screen.getAllByRole('listitem').map((note) => note.textContent)).toEqual(home.footprint.notes);
});
