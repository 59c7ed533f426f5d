import { render } from '@testing-library/react';
import { Spinner } from './Spinner';

it('is not read out: the words beside it say what is under way', () => {
  const { container } = render(<Spinner />);
  expect(container.querySelector('svg')).toHaveAttribute('aria-hidden', 'true');
});
