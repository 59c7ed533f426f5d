import type { PageState } from '@wholepage/contracts/page';
import { layOutForReturn, layOutRest, parsed } from '../navigation/arrive';
import { watchVisit } from '../reports/report';
import { forgetListeners } from '../testing/browser-parts';
import { fetchSettings, readPageState } from './page-state';
import { whenWanted } from './when-wanted';

describe('the rest of the layout', () => {
  const idle: (() => void)[] = [];
  const passIdleTime = () => {
    for (const work of idle.splice(0)) work();
  };
  const laidOut = () =>
    [...document.querySelectorAll<HTMLElement>('section, li, footer')].map(
      ({ style }) => style.contentVisibility ?? '',
    );

  beforeEach(() => {
    idle.length = 0;
    Object.assign(window, { requestIdleCallback: (work: () => void) => idle.push(work) });
    document.body.innerHTML = '<main><section></section><ul><li data-own-size></li></ul></main><footer></footer>';
  });

  it('lays out one part whenever the browser is idle', () => {
    layOutRest();
    layOutRest();
    expect(idle).toHaveLength(1);
    passIdleTime();
    expect(laidOut()).toEqual(['visible', '', '']);
    passIdleTime();
    expect(laidOut()).toEqual(['visible', 'visible', '']);
    passIdleTime();
    expect(laidOut()).toEqual(['visible', 'visible', 'visible']);
    expect(idle).toHaveLength(0);
  });

  it('begins again with the sections of another page', () => {
    for (let part = 0; part < 3; part += 1) {
      layOutRest();
      passIdleTime();
    }
    expect(laidOut()).toEqual(['visible', 'visible', 'visible']);
    document.querySelector('main')?.append(document.createElement('section'));
    layOutRest();
    passIdleTime();
    expect(laidOut()).toEqual(['visible', 'visible', 'visible', 'visible']);
  });

  it.each([
    ['navigate', false],
    ['reload', true],
    ['back_forward', true],
  ])('after a load of type %s nothing waits: %s, and nothing is touched before it is hydrated', (type, isWhole) => {
    Object.assign(performance, { getEntriesByType: () => [{ type }] });
    delete document.documentElement.dataset['whole'];
    sessionStorage.setItem('reading-positions', '{}');
    layOutForReturn();
    expect(document.documentElement.hasAttribute('data-whole')).toBe(isWhole);
    expect(laidOut()).toEqual(['', '', '']);
  });
});

describe('the state of the page', () => {
  const state = { settings: '/_site/config.1.json' } as PageState;

  afterEach(() => Reflect.deleteProperty(window, 'fetch'));

  const answer = (status: number, body: object) => {
    window.fetch = async () => ({ ok: status < 400, status, json: async () => body }) as Response;
  };

  it('is what the composer wrote, not what a remote has put into its slot under the same name', () => {
    const written = (settings: string) =>
      `<script type="application/json" id="page-state">{"settings":"${settings}"}</script>`;
    document.body.innerHTML = `<div id="app"><div id="slot">${written('/forged.json')}</div></div>${written('/own.json')}`;
    expect(readPageState().settings).toBe('/own.json');
  });

  it('gives what is the same on every page', async () => {
    answer(200, { config: { siteOrigin: 'https://site.test' } });
    expect(await fetchSettings(state)).toEqual({ config: { siteOrigin: 'https://site.test' } });
  });

  it('says which address the composer does not have any more', async () => {
    answer(404, {});
    await expect(fetchSettings(state)).rejects.toThrow('/_site/config.1.json could not be fetched: 404');
  });
});

describe('what is parsed', () => {
  const readyState = jest.spyOn(document, 'readyState', 'get');

  let isThere: boolean;
  beforeEach(() => {
    isThere = false;
  });
  const wait = () => {
    void parsed().then(() => {
      isThere = true;
    });
  };
  const turn = () => new Promise((resolve) => setTimeout(resolve));

  it('waits for the end of a page that is still on its way', async () => {
    readyState.mockReturnValue('loading');
    wait();
    await turn();
    expect(isThere).toBe(false);
    document.dispatchEvent(new Event('DOMContentLoaded'));
    await turn();
    expect(isThere).toBe(true);
  });

  it.each(['interactive', 'complete'] as const)('does not wait where the page is %s', async (state) => {
    readyState.mockReturnValue(state);
    wait();
    await turn();
    expect(isThere).toBe(true);
  });
});

describe('when it is wanted', () => {
  forgetListeners();

  const FIRST = 'first-contentful-paint';

  let paint: (name?: string) => void;
  /** Paints before the observer started. */
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

  // Firefox reports no first paint on a page that was scrolled before, as after a reload.
  it('wants scripts soon after all has come, where the browser tells of no first paint', async () => {
    wait();
    window.dispatchEvent(new Event('load'));
    await jest.advanceTimersByTimeAsync(500);
    expect(isWanted).toBe(false);
    await jest.advanceTimersByTimeAsync(100);
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

  it('goes on in a browser whose settings keep pages from measuring', async () => {
    Reflect.deleteProperty(globalThis, 'PerformanceObserver');
    wait();
    await jest.advanceTimersByTimeAsync(100);
    expect(isWanted).toBe(true);
    expect(() => watchVisit({ app: 'shell', version: '1.0.0' })).not.toThrow();
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
});
