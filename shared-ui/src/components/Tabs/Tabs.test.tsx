import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Tabs } from './Tabs';

const tabs = [
  { id: 'uniforms', label: 'Uniforms', panel: 'Sectors' },
  { id: 'furnishings', label: 'Furnishings', panel: 'Linen' },
  { id: 'merchandise', label: 'Merchandise', panel: 'Sachets' },
];

beforeEach(() => window.history.replaceState(null, '', '/'));
afterEach(() => document.documentElement.removeAttribute('dir'));

describe('Tabs', () => {
  it('opens the first tab, and another on click', async () => {
    render(<Tabs label="What we make" tabs={tabs} />);
    expect(screen.getByRole('tablist', { name: 'What we make' })).toBeInTheDocument();
    expect(screen.getByRole('tabpanel', { name: 'Uniforms' })).toHaveTextContent('Sectors');
    await userEvent.click(screen.getByRole('tab', { name: 'Furnishings' }));
    expect(screen.getByRole('tabpanel', { name: 'Furnishings' })).toHaveTextContent('Linen');
    const panel = screen.getByRole('tabpanel');
    expect(screen.getByRole('tab', { selected: true })).toHaveAttribute('aria-controls', panel.id);
    // Only the open tab is on the way.
    await userEvent.tab();
    expect(panel).toHaveFocus();
  });

  it('moves by arrow keys, Home and End, round the ends', async () => {
    render(<Tabs label="What we make" tabs={tabs} />);
    await userEvent.tab();
    await userEvent.keyboard('{ArrowLeft}');
    expect(screen.getByRole('tab', { name: 'Merchandise' })).toHaveFocus();
    await userEvent.keyboard('{ArrowRight}');
    expect(screen.getByRole('tab', { name: 'Uniforms', selected: true })).toHaveFocus();
    await userEvent.keyboard('{End}');
    expect(screen.getByRole('tab', { name: 'Merchandise', selected: true })).toHaveFocus();
    await userEvent.keyboard('{Home}');
    expect(screen.getByRole('tab', { name: 'Uniforms', selected: true })).toHaveFocus();
    document.dir = 'rtl';
    await userEvent.keyboard('{ArrowLeft}');
    expect(screen.getByRole('tab', { name: 'Furnishings', selected: true })).toHaveFocus();
  });

  it('opens the tab that the address names', () => {
    location.hash = '#furnishings';
    render(<Tabs label="What we make" tabs={tabs} />);
    expect(screen.getByRole('tab', { name: 'Furnishings', selected: true })).toBeInTheDocument();
  });

  it('shows the tab that a visitor left open to whom the entry of the history belongs', async () => {
    window.history.replaceState({ entry: 'one' }, '', '/product');
    const { unmount } = render(<Tabs label="What we make" tabs={tabs} />);
    await userEvent.click(screen.getByRole('tab', { name: 'Furnishings' }));
    unmount();
    expect(window.history.state).toMatchObject({ entry: 'one' });
    const again = render(<Tabs label="What we make" tabs={tabs} />);
    expect(screen.getByRole('tab', { name: 'Furnishings', selected: true })).toBeInTheDocument();
    again.unmount();
    window.history.pushState(null, '', '/product');
    render(<Tabs label="What we make" tabs={tabs} />);
    expect(screen.getByRole('tab', { name: 'Uniforms', selected: true })).toBeInTheDocument();
  });

  it('opens the tab in which the browser finds something', async () => {
    render(<Tabs label="What we make" tabs={tabs} />);
    const panel = screen.getByText('Linen');
    expect(panel).toHaveAttribute('hidden', 'until-found');
    await act(async () => panel.dispatchEvent(new Event('beforematch', { bubbles: true })));
    expect(screen.getByRole('tabpanel', { name: 'Furnishings' })).toHaveTextContent('Linen');
    expect(screen.getByText('Sectors')).toHaveAttribute('hidden', 'until-found');
  });
});
