import { render, screen, within } from '@testing-library/react';
import { outfit } from '../../../gallery/samples';
import { TileGrid } from './TileGrid';

const tiles = [
  { title: 'Chefs', picture: outfit('hospitality-chefs', "Chef's jacket"), href: '/product/hospitality-resorts' },
  { title: 'Boat crews', picture: outfit('hospitality-boat-crews', 'Deck shirt'), text: 'Salt-proof.' },
];

describe.each(['pinboard', 'lookbook', 'swatches', 'ledger', 'rail', 'staggered', 'quilt'] as const)(
  'TileGrid as %s',
  (layout) => {
    it('lists its tiles, with links where they lead somewhere', () => {
      render(<TileGrid layout={layout} tiles={tiles} label="Roles" headingLevel={4} />);
      const [chefs, crews] = within(screen.getByRole('list', { name: 'Roles' })).getAllByRole('listitem');
      if (!chefs || !crews) throw new Error('Two tiles were given.');
      expect(within(chefs).getByRole('link', { name: 'Chefs' })).toHaveAttribute(
        'href',
        '/product/hospitality-resorts',
      );
      expect(within(crews).getByRole('heading', { level: 4 })).toHaveTextContent('Boat crews');
      expect(within(crews).queryByRole('link')).not.toBeInTheDocument();
      expect(within(crews).getByRole('img', { name: 'Deck shirt' })).toBeInTheDocument();
    });
  },
);

it('breaks a title after a stroke, and reads it the same', () => {
  const { container } = render(
    <TileGrid layout="quilt" tiles={[{ title: 'Parade/ceremonial', picture: outfit('government-infantry', '') }]} />,
  );
  expect(screen.getByRole('heading', { level: 3 }).textContent).toBe('Parade/ceremonial');
  expect(container.querySelectorAll('wbr')).toHaveLength(1);
});
