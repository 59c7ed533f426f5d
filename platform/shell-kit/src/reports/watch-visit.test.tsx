import { waitFor } from '@testing-library/dom';
import { reportsSchema } from '@wholepage/contracts/report';
import { type Reported, reportFailure, sendReports, watchVisit } from './report';
import { reportThrown } from './thrown';

const shell = { app: 'shell', version: '1.0.0' } as const;
const blog = { app: 'mf-blog', version: '2.0.0', page: '/blog' } as const;
const courses = { app: 'mf-courses', version: '3.0.0', page: '/courses' } as const;
let showApp: ReturnType<typeof watchVisit>;
const show = (app: Reported & { page: string }) => showApp(app, app.page);

const sent: string[] = [];
const observers = new Map<string, (entries: object[]) => void>();
/** Entries from before the observation, by type. */
const buffered = new Map<string, object[]>();

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
    static supportedEntryTypes = ['largest-contentful-paint', 'event', 'layout-shift'];
    constructor(private readonly notify: (list: { getEntries(): object[] }) => void) {}
    observe({ type }: { type: string }) {
      observers.set(type, (entries) => this.notify({ getEntries: () => entries }));
      queueMicrotask(() => observers.get(type)?.(buffered.get(type) ?? []));
    }
  };
  Object.assign(globalThis, { PerformanceObserver: Observer });
  showApp = watchVisit(shell);
});

const errorOf = (...files: string[]): Error =>
  Object.assign(new Error('asha@example.org'), {
    stack: files.map((file) => `at x (https://site.example/_releases/${file}:1:1)`).join('\n'),
  });

const leave = () => {
  Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true });
  document.dispatchEvent(new Event('visibilitychange'));
};

const messages = async (count: number): Promise<string[]> => {
  await waitFor(() => expect(sent.length).toBeGreaterThanOrEqual(count));
  return sent.splice(0);
};

const reportOf = (message: string | undefined): Record<string, unknown> =>
  (JSON.parse(String(message).replace('/_reports ', '')) as Record<string, unknown>[])[0] ?? {};

test('a failure is reported once, with app, version and phase only', async () => {
  reportFailure({ app: 'mf-blog', version: '2.0.0' }, 'mount');
  reportFailure({ app: 'mf-blog', version: '2.0.0' }, 'mount');
  expect(await messages(1)).toEqual(['/_reports [{"app":"mf-blog","version":"2.0.0","failed":"mount"}]']);
});

test('what was thrown is reported with its place in released files, and no address of the page', async () => {
  const error = Object.assign(new TypeError('x is not a function'), {
    stack: 'TypeError: x\n at y (https://site.example/_releases/mf-blog/2.0.0/entry.js:1:204)\n at /blog?who=asha:3:4',
  });
  reportFailure(blog, 'mount', new Error('mf-blog failed while mounting', { cause: error }));
  expect((await messages(1)).map(reportOf)).toEqual([
    {
      ...{ app: 'mf-blog', version: '2.0.0' },
      failed: 'mount',
      error: { name: 'TypeError', message: 'x is not a function', stack: ['mf-blog/2.0.0/entry.js:1:204'] },
    },
  ]);
});

test('an error is the shell’s where no remote was shown', async () => {
  window.dispatchEvent(new ErrorEvent('error', { error: errorOf('shell/1.0.0/main.js') }));
  expect((await messages(1)).map(reportOf)).toMatchObject([{ ...shell, failed: 'runtime' }]);
});

test('an error is that of the remote on show, whatever its stack says; one of elsewhere is nobody’s', async () => {
  show(blog);
  window.dispatchEvent(new ErrorEvent('error', { error: new Error('of an extension') }));
  window.dispatchEvent(new ErrorEvent('error', { error: errorOf('mf-courses/3.0.0/app.js') }));
  window.dispatchEvent(new ErrorEvent('error', { error: errorOf('shell/1.0.0/main.js') }));
  window.dispatchEvent(new ErrorEvent('error', { error: errorOf('mf-blog/2.0.0/app.js') }));
  expect((await messages(1)).map(reportOf)).toMatchObject([{ app: 'mf-blog', version: '2.0.0', failed: 'runtime' }]);
});

test('after a soft navigation errors are those of the remote that is shown then', async () => {
  show(courses);
  const event = Object.assign(new Event('unhandledrejection'), {
    reason: errorOf('assets/react.1.js', 'shell/1.0.0/main.js'),
  });
  window.dispatchEvent(event);
  expect((await messages(1)).map(reportOf)).toMatchObject([{ app: 'mf-courses', version: '3.0.0', failed: 'runtime' }]);
});

test('an error says what was done before it: pages by pattern, clicks by element, calls by status, and no text', async () => {
  const entries = [
    { initiatorType: 'fetch', name: 'https://site.example/api?who=asha', responseEnd: 0, responseStatus: 503 },
    { initiatorType: 'script', name: 'https://site.example/a.js', responseEnd: 0, responseStatus: 200 },
  ];
  Object.assign(performance, { getEntriesByType: () => entries });
  show(blog);
  document.body.innerHTML = '<button class="Form-send-1a2b" name="asha"><b>For Asha</b></button><p>Asha</p>';
  for (const element of document.querySelectorAll<HTMLElement>('b, p')) element.click();
  window.dispatchEvent(new ErrorEvent('error', { error: errorOf('mf-blog/2.0.0/app.js', 'mf-blog/2.0.0/more.js') }));
  reportFailure(blog, 'event');
  const [message = ''] = await messages(1);
  const { breadcrumbs } = reportOf(message) as { breadcrumbs: object[] };
  const ago = expect.any(Number);
  expect(breadcrumbs[0]).toMatchObject({ ago, fetch: 503 });
  expect(breadcrumbs.slice(-3)).toEqual([
    { ago, page: '/blog' },
    { ago, click: 'button.Form-send-1a2b' },
    { ago, click: 'p' },
  ]);
  expect(message).not.toMatch(/"[^"]*asha(?!@)/i);
});

test('an error of a tab that is days old is taken as any other: what is longer ago than a day is left out', () => {
  const send = jest.fn();
  const now = 3 * 86_400_000;
  const happened = [
    { at: 0, what: { page: '/blog' } },
    { at: now - 5, what: { click: 'button' } },
  ];
  reportThrown({ send, happened }, { ...blog, failed: 'load' }, errorOf('mf-blog/2.0.0/app.js'), undefined, now);
  expect(send.mock.calls).toMatchObject([[[{ ...blog, failed: 'load' }]]]);
  expect(reportsSchema.safeParse(send.mock.calls[0]?.[0]).success).toBe(true);
  expect(send.mock.calls[0]?.[0][0].breadcrumbs).toEqual([{ ago: 5, click: 'button' }]);
});

test('an error of a file with a long name is taken as any other, without the place in that file', () => {
  const send = jest.fn();
  const error = errorOf(`mf-blog/2.0.0/${'long-'.repeat(33)}.js`, 'mf-blog/2.0.0/app.js');
  const version = { app: 'mf-blog', version: '2.0.0' } as const;
  reportThrown({ send, happened: [] }, { ...version, failed: 'mount' }, error, undefined, 0);
  expect(reportsSchema.safeParse(send.mock.calls[0]?.[0]).success).toBe(true);
  expect(send.mock.calls[0]?.[0][0].error.stack).toEqual(['mf-blog/2.0.0/app.js:1:1']);
});

test('timings are reported when the visitor leaves: the paint of the first remote, and an interaction of the remote that it was made on', async () => {
  const since = performance.now();
  show(blog);
  const later = performance.now() + 1;
  observers.get('largest-contentful-paint')?.([{ startTime: 500 }, { startTime: 812.4 }]);
  observers.get('event')?.([
    { startTime: 0, duration: 72, interactionId: 1 },
    { startTime: 0, duration: 400 },
    { startTime: 0, duration: 48, interactionId: 2 },
    { startTime: later, duration: 96, interactionId: 3 },
  ]);
  observers.get('layout-shift')?.([
    { startTime: later, value: 0.05, hadRecentInput: false },
    { startTime: later, value: 0.5, hadRecentInput: true },
  ]);
  expect(later).toBeGreaterThan(since);
  leave();
  // The report includes visits without measurements.
  expect(await messages(1)).toEqual([
    `/_reports ${JSON.stringify([
      { ...blog, cls: 0, lcp: 812, inp: 72 },
      { ...courses, cls: 0 },
      { ...blog, cls: 0 },
      { ...blog, cls: 0.05, inp: 96 },
    ])}`,
  ]);
  observers.get('event')?.([{ startTime: later, duration: 56, interactionId: 4 }]);
  leave();
  // Without the page, so that the visit is not counted again.
  expect(await messages(1)).toEqual(['/_reports [{"app":"mf-blog","version":"2.0.0","inp":56}]']);
});

test('the paint of a tab that was opened in the background is none: it came when the tab was shown', async () => {
  const entries = [{ name: 'hidden', startTime: 0 }];
  const read = jest.spyOn(performance, 'getEntriesByType').mockImplementation(() => entries as PerformanceEntry[]);
  observers.get('largest-contentful-paint')?.([{ startTime: 900_000 }]);
  read.mockRestore();
  show(courses);
  leave();
  expect((await messages(1)).map(reportOf)).toEqual([{ ...courses, cls: 0 }]);
});

test('what a page did before its scripts came is of its first visit', async () => {
  buffered.set('layout-shift', [{ startTime: 9, value: 0.2, hadRecentInput: false }]);
  buffered.set('event', [{ startTime: 9, duration: 120, interactionId: 1 }]);
  const visit = watchVisit(shell);
  // The visit begins in a task of its own.
  await Promise.resolve();
  visit(blog, blog.page);
  await Promise.resolve();
  buffered.clear();
  leave();
  expect((await messages(1)).map(reportOf)).toEqual([{ ...blog, cls: 0.2, inp: 120 }]);
});

test('layout shifts are summed in windows of five seconds that a second without one ends, and the largest counts', async () => {
  const visit = watchVisit(shell);
  const shift = (...times: number[]) =>
    observers.get('layout-shift')?.(times.map((startTime) => ({ startTime, value: 1, hadRecentInput: false })));
  // The early window goes on in the first visit.
  shift(800);
  visit(blog, blog.page);
  shift(1_700, 2_600, 3_600, 4_500);
  visit(courses, courses.page);
  shift(4_600, 5_500, 6_400, 7_300, 8_200, 9_100, 9_600, 10_500);
  leave();
  const [message = ''] = await messages(1);
  expect(JSON.parse(message.replace('/_reports ', ''))).toEqual([
    { ...blog, cls: 3 },
    { ...courses, cls: 6 },
  ]);
});

test('what was measured on a page of the shell is none of the page after it', async () => {
  const visit = watchVisit(shell);
  visit(shell);
  observers.get('largest-contentful-paint')?.([{ startTime: 900 }]);
  observers.get('layout-shift')?.([{ startTime: 9, value: 0.2, hadRecentInput: false }]);
  visit(blog, blog.page);
  leave();
  const [message = ''] = await messages(1);
  expect(JSON.parse(message.replace('/_reports ', ''))).toEqual([
    { ...shell, cls: 0.2, lcp: 900 },
    { ...blog, cls: 0 },
  ]);
});

test('who stays is heard after four minutes; a browser that measures nothing is heard once', async () => {
  jest.useFakeTimers({ doNotFake: ['performance', 'queueMicrotask'] });
  const measures = jest.replaceProperty(PerformanceObserver, 'supportedEntryTypes', []);
  watchVisit(shell)(courses, '/courses');
  jest.advanceTimersByTime(239_999);
  expect(sent).toEqual([]);
  jest.advanceTimersByTime(1);
  jest.useRealTimers();
  measures.restore();
  expect(await messages(1)).toEqual(['/_reports [{"app":"mf-courses","version":"3.0.0","page":"/courses"}]']);
});

test('while a canary runs reports name the view that the page is, and no cookie is read', async () => {
  const cookies = jest.spyOn(document, 'cookie', 'get');
  const serverTiming = [
    { name: 'cache', description: '' },
    { name: 'view', description: 'abcdefghijkl' },
  ];
  jest.spyOn(performance, 'getEntriesByType').mockReturnValue([{ serverTiming } as unknown as PerformanceEntry]);
  sendReports([{ app: 'mf-blog', version: '2.0.0', lcp: 900 }]);
  expect(await messages(1)).toEqual([
    '/_reports {"view":"abcdefghijkl","reports":[{"app":"mf-blog","version":"2.0.0","lcp":900}]}',
  ]);
  expect(cookies).not.toHaveBeenCalled();
});
