import { waitFor } from '@testing-library/dom';
import { reportFailure } from './report';
import { watchVisit } from './watch-visit';

const sent: string[] = [];
const observers = new Map<string, (entries: object[]) => void>();

beforeAll(() => {
  Object.assign(navigator, {
    sendBeacon: (path: string, body: Blob) => {
      const reader = new FileReader();
      reader.addEventListener('load', () => sent.push(`${path} ${reader.result}`));
      reader.readAsText(body);
      return true;
    },
  });
  const Observer = class {
    static supportedEntryTypes = ['largest-contentful-paint', 'event'];
    constructor(private readonly told: (list: { getEntries(): object[] }) => void) {}
    observe({ type }: { type: string }) {
      observers.set(type, (entries) => this.told({ getEntries: () => entries }));
    }
  };
  Object.assign(globalThis, { PerformanceObserver: Observer });
  watchVisit({ shell: '1.0.0', 'mf-blog': '2.0.0' }, 'mf-blog');
});

const messages = async (count: number): Promise<string[]> => {
  await waitFor(() => expect(sent.length).toBeGreaterThanOrEqual(count));
  return sent.splice(0);
};

test('a failure is told once, with app, version and phase only', async () => {
  reportFailure({ app: 'mf-blog', version: '2.0.0' }, 'mount');
  reportFailure({ app: 'mf-blog', version: '2.0.0' }, 'mount');
  expect(await messages(1)).toEqual(['/_reports [{"app":"mf-blog","version":"2.0.0","failed":"mount"}]']);
});

test('an error is its release’s whose file it comes from; one of elsewhere is nobody’s', async () => {
  const error = new Error('asha@example.org');
  error.stack = 'Error\n at x (https://site.example/_releases/mf-blog/2.0.0/app.js:1:1)';
  window.dispatchEvent(new ErrorEvent('error', { error: new Error('of an extension') }));
  window.dispatchEvent(new ErrorEvent('error', { error }));
  expect(await messages(1)).toEqual(['/_reports [{"app":"mf-blog","version":"2.0.0","failed":"runtime"}]']);
});

test('what the page took is told when the visitor leaves', async () => {
  observers.get('largest-contentful-paint')?.([{ startTime: 500 }, { startTime: 812.4 }]);
  observers.get('event')?.([{ duration: 72, interactionId: 1 }, { duration: 400 }, { duration: 48, interactionId: 2 }]);
  Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true });
  document.dispatchEvent(new Event('visibilitychange'));
  expect(await messages(1)).toEqual(['/_reports [{"app":"mf-blog","version":"2.0.0","lcp":812,"inp":72}]']);
});

test('the proof of a page view is taken away when it is read, and goes with each report', async () => {
  const taken: string[] = [];
  Object.assign(window, { cookieStore: { delete: async (name: string) => taken.push(name) } });
  jest.spyOn(document, 'cookie', 'get').mockReturnValue('side=x; view=17.ab.1.tag');
  await jest.isolateModulesAsync(async () => {
    const { sendReport } = await import('./report');
    sendReport({ app: 'mf-blog', version: '2.0.0', lcp: 900 });
  });
  expect(taken).toEqual(['view']);
  expect(await messages(1)).toEqual([
    '/_reports {"proof":"17.ab.1.tag","reports":[{"app":"mf-blog","version":"2.0.0","lcp":900}]}',
  ]);
});

test('of two proofs neither is believed', async () => {
  jest.spyOn(document, 'cookie', 'get').mockReturnValue('view=17.ab.1.tag; view=18.cd.0.tag');
  await jest.isolateModulesAsync(async () => {
    const { sendReport } = await import('./report');
    sendReport({ app: 'mf-blog', version: '2.0.0', lcp: 901 });
  });
  expect(await messages(1)).toEqual(['/_reports [{"app":"mf-blog","version":"2.0.0","lcp":901}]']);
});
