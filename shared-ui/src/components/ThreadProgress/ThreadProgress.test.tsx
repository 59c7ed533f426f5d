import { render, screen } from '@testing-library/react';
import { ThreadProgress } from './ThreadProgress';

it('is there only while something is waited for, and is announced politely', () => {
  const { container, rerender } = render(<ThreadProgress busy={false} />);
  // Screen readers announce changes only in an element that was there before.
  const live = container.querySelector('[aria-live="polite"]');
  expect(live).toBeEmptyDOMElement();
  rerender(<ThreadProgress busy />);
  expect(screen.getByRole('progressbar', { name: 'Loading' })).toBeInTheDocument();
  expect(live).toHaveTextContent('Loading');
  rerender(<ThreadProgress busy={false} />);
  expect(screen.queryByRole('progressbar')).not.toBeInTheDocument();
  expect(live).toBeEmptyDOMElement();
});
