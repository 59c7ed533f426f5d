import { act, render, screen } from '@testing-library/react';
import { say, Toasts } from './act';

test('a toast stays six seconds after it was said last, and is said to who cannot see it each time', () => {
  jest.useFakeTimers();
  render(<Toasts />);
  act(() => say('1 enquiry changed.'));
  act(() => jest.advanceTimersByTime(5000));
  const first = screen.getByText('1 enquiry changed.');
  act(() => say('1 enquiry changed.'));
  expect(screen.getByText('1 enquiry changed.')).not.toBe(first);
  act(() => jest.advanceTimersByTime(5000));
  expect(screen.queryByText('1 enquiry changed.')).not.toBeNull();
  act(() => jest.advanceTimersByTime(1000));
  expect(screen.queryByText('1 enquiry changed.')).toBeNull();
  jest.useRealTimers();
});
