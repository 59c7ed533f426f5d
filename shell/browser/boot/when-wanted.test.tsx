import { forgetListeners } from '../testing/browser-parts';
import { whenWanted } from './when-wanted';

forgetListeners();

let paint: () => void;
let isWanted: boolean;

class PaintObserver {
  static supportedEntryTypes = ['paint'];

  constructor(private readonly callback: (list: object, observer: PaintObserver) => void) {}

  observe() {
    paint = () => this.callback({ getEntriesByName: () => [{}] }, this);
  }

  disconnect() {}
}

beforeEach(() => {
  jest.useFakeTimers();
  Object.assign(globalThis, { PerformanceObserver: PaintObserver });
  paint = () => {};
  isWanted = false;
});
afterEach(() => {
  jest.useRealTimers();
  Reflect.deleteProperty(globalThis, 'PerformanceObserver');
  Reflect.deleteProperty(window.navigator, 'connection');
});

const wait = () => {
  void whenWanted().then(() => {
    isWanted = true;
  });
};

it('wants scripts after the first paint', async () => {
  wait();
  await jest.advanceTimersByTimeAsync(60_000);
  expect(isWanted).toBe(false);
  paint();
  await jest.advanceTimersByTimeAsync(1);
  expect(isWanted).toBe(true);
});

it.each(['pointerdown', 'touchstart', 'keydown'])('wants scripts at once at a %s', async (type) => {
  wait();
  document.body.dispatchEvent(new Event(type, { bubbles: true }));
  await jest.advanceTimersByTimeAsync(0);
  expect(isWanted).toBe(true);
});

it('wants none of those who save data before they touch the page', async () => {
  Object.assign(window.navigator, { connection: { saveData: true } });
  wait();
  paint();
  await jest.advanceTimersByTimeAsync(60_000);
  expect(isWanted).toBe(false);
  document.body.dispatchEvent(new Event('touchstart', { bubbles: true }));
  await jest.advanceTimersByTimeAsync(0);
  expect(isWanted).toBe(true);
});
