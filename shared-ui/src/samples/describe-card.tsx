import { render, screen } from '@testing-library/react';
import type { ComponentType } from 'react';
import type { CardProps } from '../components/CardTitle/CardTitle';
import { furnishing } from './pictures';

/** What every form of card promises. */
export const describeCard = (name: string, Card: ComponentType<CardProps>): void =>
  describe(name, () => {
    it('is one link when it leads somewhere', () => {
      render(
        <Card
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
      render(<Card title="Sachets" headingLevel={4} />);
      expect(screen.getByRole('heading', { level: 4, name: 'Sachets' })).toBeInTheDocument();
      expect(screen.queryByRole('link')).not.toBeInTheDocument();
    });
  });
