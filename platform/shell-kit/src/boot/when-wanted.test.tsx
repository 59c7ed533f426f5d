import { forgetListeners } from '../testing/browser-parts';
import { whenWanted } from './when-wanted';

forgetListeners();

const FIRST = 'first-contentful-paint';

let paint: (name?: string) => void;
/** Paints of before anybody observed. */
let earlier: string[];
let isWanted: boolean;

class PaintObserver {
  static supportedEntryTypes = ['paint'];

  constructor(private readonly callback: (list: object, observer: PaintObserver) => void) {}

  observe({ buffered }: PerformanceObserverInit) {
    paint = (name = FIRST) => {
      this.callback({ getEntriesByName: (asked: string) => (asked === name ? [{}] : []) }, this);
    };
    if (buffered) for (const name of earlier) paint(name);
  }

  disconnect() {}
}

beforeEach(() => {
  jest.useFakeTimers();
  Object.assign(globalThis, { PerformanceObserver: PaintObserver });
  paint = () => {};
  earlier = [];
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

it('wants scripts where the first paint was before they could ask', async () => {
  earlier = [FIRST];
  wait();
  await jest.advanceTimersByTimeAsync(1);
  expect(isWanted).toBe(true);
});

it('does not take a paint of the ground alone for one of the page', async () => {
  wait();
  paint('first-paint');
  await jest.advanceTimersByTimeAsync(60_000);
  expect(isWanted).toBe(false);
});

it('wants scripts after a frame in a browser that tells of no paint', async () => {
  Object.assign(globalThis, {
    PerformanceObserver: class extends PaintObserver {
      static override supportedEntryTypes = [];
    },
  });
  wait();
  await jest.advanceTimersByTimeAsync(0);
  expect(isWanted).toBe(false);
  await jest.advanceTimersByTimeAsync(100);
  expect(isWanted).toBe(true);
});

it('hears of a touch that a part of the page keeps to itself', async () => {
  const part = document.body.appendChild(document.createElement('div'));
  part.addEventListener('touchstart', (event) => event.stopPropagation());
  wait();
  part.dispatchEvent(new Event('touchstart', { bubbles: true }));
  await jest.advanceTimersByTimeAsync(0);
  expect(isWanted).toBe(true);
});

it.each(['pointermove', 'pointerdown', 'touchstart', 'keydown', 'click', 'submit'])(
  'wants scripts at once at a %s',
  async (type) => {
    wait();
    document.body.dispatchEvent(new Event(type, { bubbles: true }));
    await jest.advanceTimersByTimeAsync(0);
    expect(isWanted).toBe(true);
  },
);

it.each([{ saveData: false }, {}])('waits for no touch of those who save no data: %j', async (connection) => {
  Object.assign(window.navigator, { connection });
  wait();
  paint();
  await jest.advanceTimersByTimeAsync(1);
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
