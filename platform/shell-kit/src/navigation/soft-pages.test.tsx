import { act } from '@testing-library/react';
import { testConfig as config } from '@wholepage/remote-kit/testing';
import { addLink, forgetListeners } from '../testing/browser-parts';
import { blog, stubReleases } from '../testing/remotes-on-page';

const releases = stubReleases();
const start = jest.fn();

forgetListeners();
beforeEach(async () => {
  jest.resetModules();
  document.head.replaceChildren();
  asked.length = 0;
  window.fetch = async (path, options) => {
    asked.push({ path: String(path), integrity: options?.integrity ?? '' });
    return { ok: true, blob: async () => new Blob() } as Response;
  };
  document.body.replaceChildren();
  window.history.replaceState(null, '', '/contact');
  // A new module for each test, because it remembers its requests.
  const { Navigator } = await import('./navigator');
  start.mockReset().mockResolvedValue(undefined);
  const unused = { onOwner() {}, onBusy() {}, onUnreachable() {}, onRetry: () => false };
  new Navigator({ config, releases, startRouting: start, ...unused }).listen();
});
afterEach(() => {
  Reflect.deleteProperty(window.navigator, 'connection');
  Reflect.deleteProperty(window, 'fetch');
});

const near = async (href: string, type = 'pointerover') => {
  const link = addLink({ href });
  await act(async () => void link.firstElementChild?.dispatchEvent(new Event(type, { bubbles: true })));
};

/** Requested paths with their `integrity`. */
const asked: { path: string; integrity: string }[] = [];
const paths = () => asked.map(({ path }) => path);

const ALL_OF_THE_BLOG = [
  '/files/mf-blog/app.css',
  '/files/page-blog.css',
  '/files/mf-blog/entry.js',
  '/files/mf-blog/app.js',
  '/files/page-blog.js',
];

describe('prefetching', () => {
  it.each([
    ['points at', 'pointerover'],
    ['touches', 'touchstart'],
    ['tabs to', 'focusin'],
  ])('begins when a visitor %s a link', async (_what, type) => {
    await near('/blog', type);
    expect(paths()).toEqual(ALL_OF_THE_BLOG);
    expect(start).toHaveBeenCalled();
  });

  it('asks for the entry as the federation will, by its integrity, and for the rest into the cache: its own loader knows more', async () => {
    await near('/blog');
    expect(asked.map(({ integrity }) => integrity)).toEqual(['', '', blog.integrity, '', '']);
  });

  it("asks for each file once, and for a second page's own alone", async () => {
    await near('/blog');
    await near('/blog', 'focusin');
    await near('/blog?page=2');
    expect(asked).toHaveLength(5);
    await near('/blog/linen', 'touchstart');
    expect(asked.slice(5).map(({ path }) => path)).toEqual(['/files/page-blog-slug.css', '/files/page-blog-slug.js']);
  });

  it.each([
    ['a page with a policy of its own', '/courses/1'],
    ['an unknown page', '/no-such-page'],
    ['another site', 'https://elsewhere.example/blog'],
  ])('asks for nothing of %s', async (_what, href) => {
    await near(href);
    expect(asked).toEqual([]);
    expect(start).not.toHaveBeenCalled();
  });

  it('asks for nothing while a visitor is not near a link', async () => {
    act(() => void document.body.dispatchEvent(new Event('pointerover', { bubbles: true })));
    expect(asked).toEqual([]);
  });

  it('asks for nothing of those who save data', async () => {
    Object.assign(window.navigator, { connection: { saveData: true } });
    await near('/blog');
    expect(asked).toEqual([]);
    Object.assign(window.navigator, { connection: { saveData: false } });
    await near('/blog');
    expect(asked).toHaveLength(5);
  });
});
