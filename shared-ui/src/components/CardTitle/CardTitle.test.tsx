import { render, screen } from '@testing-library/react';
import { CardTitle } from './CardTitle';

describe('CardTitle', () => {
  it('is a heading of the rank that the outline needs, the third by default', () => {
    const { rerender } = render(<CardTitle title="Bed linens" />);
    expect(screen.getByRole('heading', { level: 3, name: 'Bed linens' })).toBeInTheDocument();
    rerender(<CardTitle title="Bed linens" level={4} />);
    expect(screen.getByRole('heading', { level: 4 })).toBeInTheDocument();
    expect(screen.queryByRole('link')).not.toBeInTheDocument();
  });

  it('may break after a stroke, and reads the same', () => {
    const { container } = render(<CardTitle title="Parade/ceremonial" />);
    expect(screen.getByRole('heading').textContent).toBe('Parade/ceremonial');
    expect(container.querySelectorAll('wbr')).toHaveLength(1);
  });

  it('carries the link of the whole card, named by the title alone', () => {
    render(<CardTitle title="Bed linens" href="/product/bed-linens" />);
    expect(screen.getByRole('link', { name: 'Bed linens' })).toHaveAttribute('href', '/product/bed-linens');
  });
});
