import { render, screen } from '@testing-library/react';
import { ErrorText } from './ErrorText';

it('is announced', () => {
  render(<ErrorText>Something went wrong.</ErrorText>);
  expect(screen.getByRole('alert')).toHaveTextContent('Something went wrong.');
});
