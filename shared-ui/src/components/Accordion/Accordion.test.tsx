import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Accordion } from './Accordion';

const items = [
  { id: 'day-1', heading: 'Day 1', panel: 'Consultation' },
  { id: 'day-2', heading: 'Day 2', panel: 'Shopping' },
];

beforeEach(() => window.history.replaceState(null, '', '/'));

describe('Accordion', () => {
  it('opens and closes each item for itself', async () => {
    render(<Accordion items={items} />);
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
    // A closed panel is no landmark.
    expect(screen.getAllByRole('region').map((one) => one.textContent)).toEqual(['Shopping']);
  });

  it('has headings whose buttons name their panels', () => {
    render(<Accordion items={items} />);
    expect(screen.getAllByRole('heading', { level: 3 })).toHaveLength(2);
    const button = screen.getByRole('button', { name: 'Day 2' });
    expect(document.getElementById(button.getAttribute('aria-controls') ?? '')).toHaveTextContent('Shopping');
  });

  it('is as a visitor left it when they return to the entry of the history', async () => {
    const { unmount } = render(<Accordion items={items} />);
    await userEvent.click(screen.getByRole('button', { name: 'Day 1' }));
    await userEvent.click(screen.getByRole('button', { name: 'Day 2' }));
    unmount();
    render(<Accordion items={items} />);
    expect(screen.getByRole('button', { name: 'Day 1', expanded: false })).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Day 2', expanded: true })).toBeInTheDocument();
  });

  it('opens the item in which the browser finds something', async () => {
    render(<Accordion items={items} />);
    const panel = screen.getByText('Shopping').closest('[data-panel]');
    expect(panel).toHaveAttribute('hidden', 'until-found');
    await act(async () => panel?.dispatchEvent(new Event('beforematch', { bubbles: true })));
    expect(screen.getByRole('region', { name: 'Day 2' })).toBeVisible();
    expect(screen.getByRole('button', { name: 'Day 2', expanded: true })).toBeInTheDocument();
    expect(screen.getByRole('region', { name: 'Day 1' })).toBeVisible();
  });
});
