import { ownedBy } from '../testing/remotes-on-page';

beforeEach(() => {
  jest.resetModules();
  jest.useFakeTimers();
  document.head.replaceChildren();
});
afterEach(() => jest.useRealTimers());

/** Requested files, in order. */
let asked: string[];
/** Answers requests for files: each arrives or fails. */
function answer(arrives: (path: string) => boolean): void {
  asked = [];
  window.fetch = async (input) => {
    const { pathname } = new URL(String(input), window.location.href);
    asked.push(pathname);
    return { ok: arrives(pathname), status: 404, blob: async () => new Blob() } as Response;
  };
  const { append } = document.head;
  jest.spyOn(document.head, 'append').mockImplementation((...nodes) => {
    append.apply(document.head, nodes);
    for (const node of nodes as HTMLLinkElement[]) {
      const { pathname } = new URL(node.href);
      asked.push(pathname);
      void Promise.resolve().then(() => node.dispatchEvent(new Event(arrives(pathname) ? 'load' : 'error')));
    }
  });
}
afterEach(() => {
  jest.restoreAllMocks();
  Reflect.deleteProperty(window, 'fetch');
});

const timesAsked = (path: string) => asked.filter((one) => one === path).length;
const MISSING = '/files/page-blog.js';

it('fetches each file of a page once, however often it is wanted', async () => {
  const { fetchPage, prefetchPage } = await import('./page-files');
  answer(() => true);
  prefetchPage(ownedBy('/blog'));
  await fetchPage(ownedBy('/blog'));
  await fetchPage(ownedBy('/blog'));
  expect(asked).toHaveLength(5);
});

it('asks for each file of the page that was opened in a task of its own', async () => {
  const { prefetchPage } = await import('./page-files');
  answer(() => true);
  const tasks = jest.spyOn(globalThis, 'setTimeout');
  void prefetchPage(ownedBy('/blog'), 'low');
  expect(asked).toHaveLength(0);
  await jest.advanceTimersByTimeAsync(100);
  expect(asked).toHaveLength(5);
  expect(tasks).toHaveBeenCalledTimes(5);
});

it('asks once more for a file that is missing, after a pause, and then no more', async () => {
  const { fetchPage } = await import('./page-files');
  answer((path) => path !== MISSING);
  const ended = expect(fetchPage(ownedBy('/blog'))).rejects.toThrow(`${MISSING} could not be fetched`);
  await jest.advanceTimersByTimeAsync(399);
  expect(timesAsked(MISSING)).toBe(1);
  await jest.advanceTimersByTimeAsync(60_000);
  await ended;
  expect(timesAsked(MISSING)).toBe(2);
  expect(asked).toHaveLength(6);
  expect(document.head.querySelector(`[href="${MISSING}"]`)).toBeNull();
});

it('counts what was fetched ahead as the first attempt', async () => {
  const { fetchPage, prefetchPage } = await import('./page-files');
  answer((path) => path !== MISSING);
  prefetchPage(ownedBy('/blog'));
  await jest.advanceTimersByTimeAsync(1_000);
  const ended = expect(fetchPage(ownedBy('/blog'))).rejects.toThrow(MISSING);
  await jest.advanceTimersByTimeAsync(60_000);
  await ended;
  expect(timesAsked(MISSING)).toBe(2);
});

it('leaves a file that was given up to its own loader in the next document, once', async () => {
  const gone = await import('./page-files');
  answer((path) => path !== MISSING);
  const ended = expect(gone.fetchPage(ownedBy('/blog'))).rejects.toThrow(MISSING);
  await jest.advanceTimersByTimeAsync(60_000);
  await ended;
  jest.resetModules();
  document.head.replaceChildren();
  asked = [];
  const { prefetchPage } = await import('./page-files');
  prefetchPage(ownedBy('/blog'));
  expect(timesAsked(MISSING)).toBe(0);
  expect(asked).toHaveLength(4);
  prefetchPage(ownedBy('/blog'));
  expect(timesAsked(MISSING)).toBe(1);
});

it('gets a file that came back at the second attempt', async () => {
  const { fetchPage } = await import('./page-files');
  let first = true;
  answer((path) => {
    const missing = path === MISSING && first;
    if (missing) first = false;
    return !missing;
  });
  const ended = expect(fetchPage(ownedBy('/blog'))).resolves.toBeUndefined();
  await jest.advanceTimersByTimeAsync(60_000);
  await ended;
  expect(timesAsked(MISSING)).toBe(2);
});
