import { forgetListeners, stubBrowser } from '../../testing/browser-parts';
import { savePlace } from './history-entries';
import { goToSavedPlace, releasePlace } from './hold-place';

let onSize: (() => void) | undefined;
let height: number;
/** Where the only part of the page begins, below the top of the page. */
let partTop: number;

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
  sessionStorage.clear();
  [height, partTop] = [3_000, 1_000];
  document.body.innerHTML = '<main><section></section></main>';
  Object.defineProperty(document.body, 'clientHeight', { configurable: true, get: () => height });
  const part = document.querySelector('section') as Element;
  part.getBoundingClientRect = () => new DOMRect(0, partTop - window.scrollY, 390, 2_000);
  Object.assign(window, { scrollY: 1_200 });
  savePlace('first');
  Object.assign(window, { scrollY: 0 });
});
afterEach(() => {
  releasePlace();
  jest.useRealTimers();
});

const grow = (by: number) => {
  height += by;
  partTop += by;
  onSize?.();
};

it('goes to the place, and again when late code changes what lies above it', () => {
  goToSavedPlace();
  expect(window.scrollY).toBe(1_200);
  onSize?.();
  expect(window.scrollTo).toHaveBeenCalledTimes(1);
  grow(300);
  expect(window.scrollY).toBe(1_500);
  window.dispatchEvent(new Event('scroll'));
  grow(-100);
  expect(window.scrollY).toBe(1_400);
});

it.each(['wheel', 'touchstart', 'pointerdown', 'keydown'])('lets go at a %s of the visitor', (move) => {
  goToSavedPlace();
  window.dispatchEvent(new Event(move));
  grow(300);
  expect(window.scrollY).toBe(1_200);
});

it('lets go when something else scrolls a page of the same height', () => {
  goToSavedPlace();
  Object.assign(window, { scrollY: 700 });
  window.dispatchEvent(new Event('scroll'));
  grow(300);
  expect(window.scrollY).toBe(700);
});

it('goes on when the browser scrolled because the height had changed', () => {
  goToSavedPlace();
  Object.assign(window, { scrollY: 1_250 });
  height += 300;
  window.dispatchEvent(new Event('scroll'));
  onSize?.();
  expect(window.scrollY).toBe(1_200);
});

it('lets go after five seconds, and before another place is gone to', () => {
  goToSavedPlace();
  jest.advanceTimersByTime(5_000);
  expect(onSize).toBeUndefined();
  goToSavedPlace();
  const first = onSize;
  goToSavedPlace();
  expect(onSize).not.toBe(first);
  releasePlace();
  expect(onSize).toBeUndefined();
});

it('holds no page at its top', () => {
  sessionStorage.clear();
  goToSavedPlace();
  expect(window.scrollY).toBe(0);
  expect(onSize).toBeUndefined();
});
