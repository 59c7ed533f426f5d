import { render, screen } from '@testing-library/react';
import { Practical } from './Practical';

const facts = [
  { name: 'Minimum order', value: '25 pieces a style' },
  { name: 'GSTIN', value: '' },
];

it('shows what the owner has filled in, and leaves out the rest', () => {
  render(<Practical heading="Before you write" facts={facts} />);
  expect(screen.getByText('25 pieces a style')).toBeVisible();
  expect(screen.queryByText('GSTIN')).toBeNull();
});

it('is absent while nothing is filled in', () => {
  const { container } = render(<Practical heading="Before you write" facts={facts.slice(1)} />);
  expect(container).toBeEmptyDOMElement();
});
