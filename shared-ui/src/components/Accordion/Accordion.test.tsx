import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Accordion } from './Accordion';

const items = [
  { id: 'day-1', heading: 'Day 1', panel: 'Consultation' },
  { id: 'day-2', heading: 'Day 2', panel: 'Shopping' },
];

describe('Accordion', () => {
  it('opens and closes each item for itself', async () => {
    render(<Accordion items={items} initial="day-1" />);
    const [first, second] = [
      screen.getByRole('button', { name: 'Day 1' }),
      screen.getByRole('button', { name: 'Day 2' }),
    ];
    expect(first).toHaveAttribute('aria-expanded', 'true');
    await userEvent.click(second);
    expect(second).toHaveAttribute('aria-expanded', 'true');
    expect(first).toHaveAttribute('aria-expanded', 'true');
    await userEvent.click(first);
    expect(first).toHaveAttribute('aria-expanded', 'false');
  });

  it('has headings of the asked rank, whose buttons name their panels', () => {
    render(<Accordion items={items} level={4} />);
    expect(screen.getAllByRole('heading', { level: 4 })).toHaveLength(2);
    const button = screen.getByRole('button', { name: 'Day 2' });
    expect(document.getElementById(button.getAttribute('aria-controls') ?? '')).toHaveTextContent('Shopping');
  });
});
