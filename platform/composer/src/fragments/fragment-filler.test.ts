import { FragmentFiller, type FragmentSource, PageFragments, type RenderedFragment } from './fragment-filler';

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

const LIMIT_MS = 400;

const declared = (name: string) => ({
  name,
  when: 'server',
  maxAge: 300,
  cookies: [],
  interactive: false,
  js: [],
  css: [],
});
const NAMES = ['quick', 'outer', 'hangs'];
const set = {
  apps: { shop: { manifest: { app: 'shop', version: '1.0.0', fragments: NAMES.map(declared) } } },
};

const slot = (name: string): string => `<fragment-slot data-fragment="shop/${name}"></fragment-slot>`;
const rendered = (html: string): RenderedFragment => ({ html, data: null, status: 200, maxAge: 60, fromCache: false });

/** `quick` is there at once, `outer` after 300 ms and holds one that hangs, `hangs` never. */
const source: Pick<FragmentSource, 'get'> = {
  get: ({ declared: { name } }) => {
    if (name === 'quick') return Promise.resolve(rendered('<b>quick</b>'));
    if (name === 'outer') return new Promise((resolve) => setTimeout(resolve, 300, rendered(slot('hangs'))));
    return new Promise(() => {});
  },
};

/** Fills these in, with the time that all of them have from now on. */
function fill(html: string) {
  const fragments = new PageFragments('f');
  const context = {
    set,
    url: new URL('http://localhost/page'),
    site: { config: {}, path: '' },
    cookiesOf: () => ({}),
    trace: undefined,
    deadline: performance.now() + LIMIT_MS,
    fragments,
  };
  const filler = new FragmentFiller(source as FragmentSource, jest.fn());
  let sent: string | undefined;
  void filler.fill(html, context as never).then((done) => {
    sent = done;
  });
  return { fragments, sent: () => sent };
}

test('a page of ten fragments of which three hang is sent when their time is over, to the millisecond', async () => {
  const names = Array.from({ length: 10 }, (_, index) => (index % 3 === 1 ? 'hangs' : 'quick'));
  const page = fill(names.map(slot).join(''));
  await jest.advanceTimersByTimeAsync(LIMIT_MS - 1);
  expect(page.sent()).toBeUndefined();
  await jest.advanceTimersByTimeAsync(1);
  expect(page.sent()?.match(/data-state="ready"/g)).toHaveLength(7);
  expect(page.sent()?.match(/data-state="fallback"/g)).toHaveLength(3);
  expect(page.fragments.isComplete).toBe(false);
});

test('all depths share this time: one that hangs in a slow one has what the slow one left', async () => {
  const page = fill(slot('outer'));
  await jest.advanceTimersByTimeAsync(LIMIT_MS - 1);
  expect(page.sent()).toBeUndefined();
  await jest.advanceTimersByTimeAsync(1);
  expect(page.sent()).toMatch(/data-state="ready"[^>]*><fragment-slot[^>]*data-state="fallback"/);
});

test('a page whose fragments are all there is sent at once', async () => {
  const page = fill(slot('quick') + slot('quick'));
  await jest.advanceTimersByTimeAsync(0);
  expect(page.sent()?.match(/data-state="ready"/g)).toHaveLength(2);
});
