import { act } from '@testing-library/react';
import { addLink, forgetListeners } from '../testing/browser-parts';
import { blog, stubReleases } from '../testing/remotes-on-page';

const releases = stubReleases();

forgetListeners();
beforeEach(async () => {
  jest.resetModules();
  document.head.replaceChildren();
  document.body.replaceChildren();
  window.history.replaceState(null, '', '/contact');
  // Anew for each test: it remembers what it has asked for.
  const { prefetchOnIntent } = await import('./prefetch');
  prefetchOnIntent(releases);
});
afterEach(() => Reflect.deleteProperty(window.navigator, 'connection'));

const near = async (href: string, type = 'pointerover') => {
  const link = addLink({ href });
  await act(async () => void link.firstElementChild?.dispatchEvent(new Event(type, { bubbles: true })));
};

const preloads = () => [...document.head.querySelectorAll<HTMLLinkElement>('link[rel="preload"]')];
const paths = () => preloads().map(({ href }) => new URL(href).pathname);

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
  });

  it('asks as the page itself will: styles as styles, and the entry by its integrity', async () => {
    await near('/blog');
    const kinds = preloads().map((link) => [link.as, link.integrity ?? '']);
    expect(kinds).toEqual([
      ['style', ''],
      ['style', ''],
      ['script', blog.integrity],
      ['script', ''],
      ['script', ''],
    ]);
  });

  it("asks for each file once, and for a second page's own alone", async () => {
    await near('/blog');
    await near('/blog', 'focusin');
    await near('/blog?page=2');
    expect(preloads()).toHaveLength(5);
    await near('/blog/linen', 'touchstart');
    expect(paths().slice(5)).toEqual(['/files/page-blog-slug.css', '/files/page-blog-slug.js']);
  });

  it.each([
    ['a page with a policy of its own', '/courses/1'],
    ['an unknown page', '/no-such-page'],
    ['another site', 'https://elsewhere.example/blog'],
  ])('asks for nothing of %s', async (_what, href) => {
    await near(href);
    expect(preloads()).toEqual([]);
  });

  it('asks for nothing while a visitor is not near a link', async () => {
    act(() => void document.body.dispatchEvent(new Event('pointerover', { bubbles: true })));
    expect(preloads()).toEqual([]);
  });

  it('asks for nothing of those who save data', async () => {
    Object.assign(window.navigator, { connection: { saveData: true } });
    await near('/blog');
    expect(preloads()).toEqual([]);
    Object.assign(window.navigator, { connection: { saveData: false } });
    await near('/blog');
    expect(preloads()).toHaveLength(5);
  });
});
