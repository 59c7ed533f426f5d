import { forgetListeners, stubBrowser } from '../testing/browser-parts';
import { goToSavedPosition, releasePosition, savedScroll, savePosition } from './arrive';
import { holdPosition } from './hold-position';

let onSize: (() => void) | undefined;
let height: number;
/** Distance of the page's only part from the top of the page, in pixels. */
let partTop: number;
let leave: () => void;

class FakeSizes {
  constructor(listener: () => void) {
    onSize = listener;
  }
  observe(): void {}
  disconnect(): void {
    onSize = undefined;
  }
}

forgetListeners();
beforeEach(() => {
  jest.useFakeTimers();
  stubBrowser();
  Object.assign(window, { ResizeObserver: FakeSizes, innerHeight: 800 });
  window.history.replaceState(null, '', '/');
  [height, partTop] = [3_000, 1_000];
  document.body.innerHTML = '<main><section></section></main>';
  Object.defineProperty(document.body, 'clientHeight', { configurable: true, get: () => height });
  const part = document.querySelector('section') as Element;
  part.getBoundingClientRect = () => ({ top: partTop - window.scrollY, bottom: partTop + 2_000 }) as DOMRect;
  Object.assign(window, { scrollY: 1_200 });
  savePosition('first');
  leave = holdPosition(height, 1_200, savedScroll);
});
afterEach(() => {
  leave();
  jest.useRealTimers();
});

const grow = (by: number) => {
  height += by;
  partTop += by;
  onSize?.();
};

it('goes to the position again when late code changes what lies above it', () => {
  onSize?.();
  expect(window.scrollTo).not.toHaveBeenCalled();
  grow(300);
  expect(window.scrollY).toBe(1_500);
  window.dispatchEvent(new Event('scroll'));
  grow(-100);
  expect(window.scrollY).toBe(1_400);
});

it.each(['wheel', 'touchstart', 'pointerdown', 'keydown'])('lets go at a %s of the visitor', (move) => {
  window.dispatchEvent(new Event(move));
  grow(300);
  expect(window.scrollY).toBe(1_200);
});

it('lets go when something else scrolls a page of the same height', () => {
  Object.assign(window, { scrollY: 700 });
  window.dispatchEvent(new Event('scroll'));
  grow(300);
  expect(window.scrollY).toBe(700);
});

it('goes on when the browser scrolled because the height had changed', () => {
  Object.assign(window, { scrollY: 1_250 });
  height += 300;
  window.dispatchEvent(new Event('scroll'));
  onSize?.();
  expect(window.scrollY).toBe(1_200);
});

it.each([
  ['at once', 0],
  ['after a part came', 100],
])('holds a position for which the page is too short as yet, %s', async (_when, grown) => {
  leave();
  let reach = 900;
  jest.mocked(window.scrollTo).mockImplementation((...given: unknown[]) => {
    const [{ top = 0 }] = given as [ScrollToOptions];
    Object.assign(window, { scrollY: Math.min(top, reach) });
  });
  goToSavedPosition();
  await jest.advanceTimersByTimeAsync(0);
  if (grown) grow(grown);
  // The browser also fires `scroll` for the shell's own scrolling.
  window.dispatchEvent(new Event('scroll'));
  reach = 3_000;
  grow(300);
  expect(window.scrollY).toBe(1_500 + grown);
  releasePosition();
  await jest.advanceTimersByTimeAsync(0);
});

it('lets go after five seconds', () => {
  jest.advanceTimersByTime(5_000);
  expect(onSize).toBeUndefined();
});
