import { act, renderHook } from '@testing-library/react';
import { painted } from '@wholepage/shell-kit/navigation/arrive';
import { usePath } from './Layout';

jest.mock('@wholepage/shell-kit/navigation/arrive');

it('follows the address once the new page is painted, from wherever the change came', async () => {
  window.history.replaceState(null, '', '/contact');
  const { result } = renderHook(() => usePath('/contact'));
  for (const [event, path] of [
    ['popstate', '/blog'],
    ['single-spa:routing-event', '/'],
  ] as const) {
    const before = result.current;
    let paint = () => {};
    jest.mocked(painted).mockReturnValueOnce(
      new Promise((resolve) => {
        paint = () => resolve(2);
      }),
    );
    window.history.replaceState(null, '', path);
    await act(async () => void window.dispatchEvent(new Event(event)));
    expect(result.current).toBe(before);
    await act(async () => paint());
    expect(result.current).toBe(path);
  }
});
