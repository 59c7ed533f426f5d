import { act, fireEvent, render, screen } from '@testing-library/react';
import { renderToString } from 'react-dom/server';
import { Toast } from './Toast';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

describe('Toast', () => {
  it('hides after 5000 ms', () => {
    const onHide = jest.fn();
    render(<Toast text="Saved" onHide={onHide} />);
    expect(screen.getByRole('status')).toHaveTextContent('Saved');
    act(() => jest.advanceTimersByTime(4999));
    expect(onHide).not.toHaveBeenCalled();
    act(() => jest.advanceTimersByTime(1));
    expect(onHide).toHaveBeenCalledTimes(1);
  });

  it('does not stay longer because it is rendered again', () => {
    const onHide = jest.fn();
    const { rerender } = render(<Toast text="Saved" onHide={jest.fn()} />);
    act(() => jest.advanceTimersByTime(4000));
    rerender(<Toast text="Saved" onHide={onHide} />);
    act(() => jest.advanceTimersByTime(1000));
    expect(onHide).toHaveBeenCalledTimes(1);
  });

  it('has its live region before the text that is to be announced', () => {
    expect(renderToString(<Toast text="Saved" onHide={jest.fn()} />)).toMatch(/^<div role="status"[^>]*><\/div>$/);
  });

  it('stays while the pointer rests on it', () => {
    const onHide = jest.fn();
    render(<Toast text="Saved" onHide={onHide} />);
    fireEvent.pointerEnter(screen.getByText('Saved'));
    act(() => jest.advanceTimersByTime(9000));
    expect(onHide).not.toHaveBeenCalled();
    fireEvent.pointerLeave(screen.getByText('Saved'));
    act(() => jest.advanceTimersByTime(5000));
    expect(onHide).toHaveBeenCalledTimes(1);
  });
});
