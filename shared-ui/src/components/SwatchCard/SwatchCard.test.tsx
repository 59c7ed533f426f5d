import { render, screen } from '@testing-library/react';
import { furnishing } from '../../samples/pictures';
import { SwatchCard } from './SwatchCard';

describe('SwatchCard', () => {
  it('is one link when it leads somewhere', () => {
    render(
      <SwatchCard
        title="Bed linens"
        meta="No. 02"
        text="Percale."
        picture={furnishing('bed-linens', 'A bed')}
        href="/product/bed-linens"
      />,
    );
    expect(screen.getByRole('link', { name: 'Bed linens' })).toHaveAttribute('href', '/product/bed-linens');
    expect(screen.getByRole('article')).toHaveTextContent('No. 02');
    expect(screen.getByRole('img', { name: 'A bed' })).toBeInTheDocument();
  });

  it('is words alone without picture and link', () => {
    render(<SwatchCard title="Sachets" headingLevel={4} />);
    expect(screen.getByRole('heading', { level: 4, name: 'Sachets' })).toBeInTheDocument();
    expect(screen.queryByRole('link')).not.toBeInTheDocument();
  });
});
