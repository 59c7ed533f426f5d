import { render } from '@testing-library/react';
import { Skeleton } from './Skeleton';

describe('Skeleton', () => {
  it('draws as many lines as are asked for, three by default', () => {
    const { container, rerender } = render(<Skeleton />);
    expect(container.querySelectorAll('span')).toHaveLength(3);
    rerender(<Skeleton lines={5} />);
    expect(container.querySelectorAll('span')).toHaveLength(5);
  });

  it('is not read out: the words beside it say what is loading', () => {
    const { container } = render(<Skeleton />);
    expect(container.firstElementChild).toHaveAttribute('aria-hidden', 'true');
  });
});
