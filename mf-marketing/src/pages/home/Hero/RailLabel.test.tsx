import { render, screen } from '@testing-library/react';
import { RailLabel } from './RailLabel';

afterEach(() => localStorage.clear());

it('hangs the name that a visitor had sewn in on the rail', async () => {
  localStorage.setItem('own-label', 'Hotel Maravai');
  render(<RailLabel />);
  expect(await screen.findByText('Hotel Maravai')).toBeVisible();
});

it('is not there without a name', () => {
  const { container } = render(<RailLabel />);
  expect(container).toBeEmptyDOMElement();
});
