import { render, screen } from '@testing-library/react';
import { ThreadProgress } from './ThreadProgress';

it('is there only while something is waited for', () => {
  const { rerender } = render(<ThreadProgress busy />);
  expect(screen.getByRole('progressbar', { name: 'Loading' })).toBeInTheDocument();
  rerender(<ThreadProgress busy={false} />);
  expect(screen.queryByRole('progressbar')).not.toBeInTheDocument();
});
