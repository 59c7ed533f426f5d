import { act, waitFor } from '@testing-library/react';
import type { Denied, Redirect } from '@wholepage/contracts/render';
import {
  address,
  arriveAt,
  busy,
  clickOn,
  freshTabs,
  goTo,
  network,
  onOwner,
  onRetry,
  onUnreachable,
  open,
  pageLoads,
  releases,
  scrollTo,
  startRouting,
} from '../testing/navigated-page';
import { prepare } from '../testing/network';
import { blog, marketing, ownedBy } from '../testing/remotes-on-page';

// The real single-spa, which dispatches its own `popstate` for every push.
jest.mock('single-spa', () => jest.requireActual<object>('single-spa/lib/es2015/umd/single-spa.dev.cjs'));

freshTabs();

describe('a soft click', () => {
  it("loads the remote's code, makes one entry of the history and waits for the page", async () => {
    await open();
    const before = window.history.length;
    scrollTo(1500);
    await expect(clickOn('/blog?page=2')).resolves.toBe('soft');
    await waitFor(() => expect(address()).toBe('/blog?page=2'));
    const { route } = ownedBy('/blog');
    expect(network.asked).toEqual(expect.arrayContaining([...blog.js, ...blog.css, ...route.js, ...route.css]));
    expect(document.querySelector('script')).toMatchObject({ integrity: blog.integrity });
    expect(onOwner).toHaveBeenCalledWith('mf-blog');
    expect(window.history.length).toBe(before + 1);
    expect(window.scrollY).toBe(0);
    expect(busy()).toBe(true);
    expect(pageLoads).toEqual([]);
  });

  it('ends with the new title and the focus on the new heading, once the page is there', async () => {
    const navigator = await open();
    document.title = 'Home';
    await goTo('/blog');
    expect(document.querySelector('h1')).not.toHaveFocus();
    navigator.setHead({ title: 'Journal' });
    expect(window.scrollY).toBe(0);
    // Pages do not wait for focus or title: a focus change forces layout, and renaming a tab takes time.
    expect(document.querySelector('h1')).not.toHaveFocus();
    expect(document.title).not.toBe('Journal');
    await waitFor(() => expect(document.querySelector('h1')).toHaveFocus());
    expect(document.title).toBe('Journal');
    expect(busy()).toBe(false);
  });

  it('opens the part that the link names, on another page and on this one, at an address without it', async () => {
    const navigator = await open();
    document.querySelector('main')?.insertAdjacentHTML('beforeend', '<h2 id="latest">Latest</h2>');
    const opened = jest.fn();
    document.getElementById('latest')?.addEventListener('beforematch', opened);
    await goTo('/blog', { 'data-section': 'latest' });
    await arriveAt(navigator, 'Journal');
    expect(opened).toHaveBeenCalledTimes(1);
    await goTo('/blog');
    await arriveAt(navigator, 'Journal');
    expect(opened).toHaveBeenCalledTimes(1);
    await goTo('/blog', { 'data-section': 'latest' });
    await waitFor(() => expect(opened).toHaveBeenCalledTimes(2));
    expect(address()).toBe('/blog');
  });

  it('changes nothing before the code is there; the last of two wins', async () => {
    await open();
    const releaseBlog = network.hold(blog.entry);
    const releaseHome = network.hold(marketing.entry);
    const before = window.history.length;
    await clickOn('/blog');
    await clickOn('/');
    expect(address()).toBe('/contact');
    releaseHome();
    await waitFor(() => expect(address()).toBe('/'));
    await act(async () => releaseBlog());
    await waitFor(() => expect(document.querySelectorAll('script')).toHaveLength(2));
    expect(address()).toBe('/');
    expect(window.history.length).toBe(before + 1);
  });

  it.each([
    ['files', () => network.missing.add('/files/page-blog-slug.js')],
    ['code', () => Object.assign(globalThis, { __webpack_init_sharing__: () => Promise.reject(new Error('missing')) })],
    ['turn', () => startRouting.mockRejectedValue(new Error('missing'))],
  ])('becomes a page load when its %s cannot be loaded', async (_what, fail) => {
    await open();
    const before = window.history.length;
    const log = jest.spyOn(console, 'error').mockImplementation(() => {});
    fail();
    await clickOn('/blog/linen?from=home#care');
    await waitFor(() => expect(pageLoads).toEqual(['http://localhost/blog/linen?from=home#care']));
    expect(network.asked).toContain('http://localhost/blog/linen?from=home#care');
    expect(window.history.length).toBe(before);
    expect(log).toHaveBeenCalledWith(expect.stringContaining('/blog/linen'), expect.any(Error));
  });

  it('ends where it was to go when there is no server either, and can be tried again', async () => {
    const navigator = await open();
    jest.spyOn(console, 'error').mockImplementation(() => {});
    network.missing.add('/files/page-blog.js');
    network.isUp = false;
    await clickOn('/blog');
    await waitFor(() => expect(onUnreachable).toHaveBeenCalledTimes(1));
    expect(pageLoads).toEqual([]);
    expect(address()).toBe('/blog');
    navigator.showFailure();
    await waitFor(() => expect(document.querySelector('h1')).toHaveFocus());
    expect(document.title).toBe('Test & Thimble');
    expect(busy()).toBe(false);
    network.missing.clear();
    onRetry.mockReturnValue(true);
    navigator.navigate(window.location.href);
    await waitFor(() => expect(onRetry).toHaveBeenCalledTimes(1));
    expect(busy()).toBe(true);
    await arriveAt(navigator, 'Journal');
  });

  it.each([
    ['code', () => network.hold('/files/page-blog.js')],
    ['data', () => prepare.mockReturnValue(new Promise(() => {}))],
  ])(
    'waits 2000 ms for %s and no longer: then the browser loads the page, and asks nobody whether there is a server',
    async (_what, hold) => {
      jest.useFakeTimers();
      await open();
      hold();
      network.isUp = false;
      await clickOn('/blog');
      await jest.advanceTimersByTimeAsync(1_999);
      expect(pageLoads).toEqual([]);
      await jest.advanceTimersByTimeAsync(1);
      expect(pageLoads).toEqual(['http://localhost/blog']);
      expect(network.asked).not.toContain('http://localhost/blog');
      expect(address()).toBe('/contact');
      expect(busy()).toBe(true);
      expect(onUnreachable).not.toHaveBeenCalled();
      jest.useRealTimers();
    },
  );

  it('follows a page that leads on within the site, as one entry of the history', async () => {
    prepare.mockImplementation(async ({ url }) =>
      url.pathname === '/blog' ? { status: 303, to: '/?from=blog#top' } : undefined,
    );
    const navigator = await open();
    await clickOn('/blog');
    await waitFor(() => expect(address()).toBe('/?from=blog#top'));
    expect(onOwner.mock.calls).toEqual([['mf-marketing']]);
    await arriveAt(navigator, 'Home');
    window.history.back();
    await waitFor(() => expect(address()).toBe('/contact'));
    expect(pageLoads).toEqual([]);
  });

  it('of a page that is not shown yet takes the place of that page, when a remote leads on', async () => {
    const navigator = await open();
    await goTo('/blog?page=99');
    navigator.navigate('/blog?page=5');
    expect(address()).toBe('/blog?page=5');
    await arriveAt(navigator, 'Journal');
    window.history.back();
    await waitFor(() => expect(address()).toBe('/contact'));
  });

  it.each<[string, Redirect | Denied]>([
    ['leads to another site', { status: 302, to: 'https://accounts.example/' }],
    ['leads to another site, as if to a path', { status: 302, to: '//accounts.example/' }],
    ['leads nowhere', { status: 302, to: 'http://[' }],
    ['leads in a circle', { status: 302, to: '/blog' }],
    ['is not for this visitor', { status: 401, denied: true }],
  ])('is left to the server where the page %s', async (_what, answer) => {
    jest.spyOn(console, 'error').mockImplementation(() => {});
    prepare.mockResolvedValue(answer);
    await open();
    await clickOn('/blog');
    await waitFor(() => expect(pageLoads).toEqual(['http://localhost/blog']));
    expect(address()).toBe('/contact');
    expect(onOwner).not.toHaveBeenCalled();
  });

  it('asks the server again on a page that was denied, for its own address', async () => {
    jest.spyOn(releases, 'ownerOf').mockReturnValueOnce(undefined);
    prepare.mockResolvedValue({ status: 401, denied: true });
    await open('/blog');
    await clickOn('/blog');
    await waitFor(() => expect(pageLoads).toEqual(['reload']));
  });

  it('leaves address, title and focus alone until the data of the next page is there', async () => {
    let arrive = () => {};
    prepare.mockReturnValue(new Promise((resolve) => (arrive = () => resolve(undefined))));
    await open();
    document.title = 'Contact';
    document.getElementById('main')?.focus();
    await clickOn('/blog');
    await waitFor(() => expect(prepare.mock.lastCall?.[0].url.pathname).toBe('/blog'));
    expect(onOwner).not.toHaveBeenCalled();
    expect([address(), document.title]).toEqual(['/contact', 'Contact']);
    expect(document.getElementById('main')).toHaveFocus();
    expect(busy()).toBe(true);
    await act(async () => arrive());
    await waitFor(() => expect(address()).toBe('/blog'));
    expect(onOwner).toHaveBeenCalledWith('mf-blog');
  });

  it('fetches the data of a page again that was overtaken by another', async () => {
    const navigator = await open();
    let arrive = () => {};
    prepare.mockReturnValueOnce(new Promise((resolve) => (arrive = () => resolve(undefined))));
    await clickOn('/blog');
    await waitFor(() => expect(prepare).toHaveBeenCalledTimes(1));
    await goTo('/');
    await arriveAt(navigator, 'Home');
    await act(async () => arrive());
    await goTo('/blog');
    expect(prepare.mock.calls.map(([{ url }]) => url.pathname)).toEqual(['/blog', '/', '/blog']);
  });

  it('becomes a page load when a part of it fails, and the server is only slow to answer', async () => {
    jest.useFakeTimers();
    await open();
    jest.spyOn(console, 'error').mockImplementation(() => {});
    startRouting.mockRejectedValue(new Error('missing'));
    network.isUp = undefined;
    await clickOn('/blog');
    await jest.advanceTimersByTimeAsync(2_000);
    expect(pageLoads).toEqual(['http://localhost/blog']);
    expect(onUnreachable).not.toHaveBeenCalled();
    jest.useRealTimers();
  });

  it.each([
    ['/contact', '/contact'],
    // The address after the skip link.
    ['/contact#main', '/contact'],
  ])('at %s on the link of this page brings its top and heading, and does not wait', async (here, href) => {
    await open(here);
    scrollTo(800);
    const before = window.history.length;
    await expect(clickOn(href)).resolves.toBe('soft');
    await waitFor(() => expect(document.querySelector('h1')).toHaveFocus());
    expect(address()).toBe('/contact');
    expect(window.history.length).toBe(here === href ? before : before + 1);
    expect(window.scrollY).toBe(0);
    expect(busy()).toBe(false);
  });
});

describe('a click left to the browser', () => {
  it.each([
    ['of a page with a policy of its own', '/contact', '/courses/1'],
    ['that leaves such a page', '/courses/1', '/contact'],
    ['of an unknown page', '/contact', '/no-such-page'],
    ['of another site', '/contact', 'https://elsewhere.example/'],
    ['of a place on this page', '/contact', '#form'],
  ])('is one on the link %s', async (_what, here, href) => {
    await open(here);
    await expect(clickOn(href)).resolves.toBe('left to the browser');
    expect(address()).toBe(here);
    expect(network.asked).toEqual([]);
  });

  it('is one on the link of a page whose release is newer than the code that this tab runs', async () => {
    await open();
    releases.isOutdatedFor.mockReturnValue(true);
    await expect(clickOn('/blog')).resolves.toBe('left to the browser');
  });

  it('is none before the other pages are known; then a page that is not a soft one is loaded', async () => {
    await open();
    Object.assign(releases, { isKnown: false });
    await expect(clickOn('/courses/1')).resolves.toBe('soft');
    await waitFor(() => expect(pageLoads).toEqual(['http://localhost/courses/1']));
    expect(releases.refresh).toHaveBeenCalledTimes(1);
  });

  it.each([
    ['from page to page under one policy', '/courses', '/courses/1'],
    ['from the 404 page', '/no-such-page', '/contact'],
  ])('is none %s', async (_what, here, href) => {
    await open(here);
    await goTo(href);
    expect(pageLoads).toEqual([]);
  });
});

describe('navigate', () => {
  it('is a soft click where that can be', async () => {
    const navigator = await open();
    navigator.navigate('/blog');
    await waitFor(() => expect(address()).toBe('/blog'));
    expect(pageLoads).toEqual([]);
  });

  it.each(['/courses/1', '/no-such-page', '/.//evil.example'])('loads %s', async (path) => {
    const navigator = await open();
    navigator.navigate(path);
    await waitFor(() => expect(pageLoads).toEqual([new URL(path, 'http://localhost').href]));
    expect(address()).toBe('/contact');
  });

  it.each([
    '//evil.example',
    '\\\\evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    '\n//evil.example',
    ' https://evil.example/blog',
    'http://localhost.evil.example/blog',
    'http://visitor@localhost/blog',
    'java\nscript:alert(1)',
    'data:text/html,x',
    'blob:http://localhost/made-by-a-script',
    'http://',
  ])('refuses %j and stays', async (path) => {
    const navigator = await open();
    expect(() => navigator.navigate(path)).toThrow();
    expect(busy()).toBeUndefined();
    expect(pageLoads).toEqual([]);
    expect(address()).toBe('/contact');
  });
});

it('leaves the focus and the place alone when a page that was opened fills its slot', async () => {
  const navigator = await open();
  scrollTo(400);
  navigator.setHead({ title: 'Contact us' });
  expect(document.title).toBe('Contact us');
  expect(document.body).toHaveFocus();
  expect(window.scrollY).toBe(400);
});

describe('a page that failed', () => {
  it('is asked of the server', async () => {
    const navigator = await open();
    await goTo('/blog');
    await expect(navigator.recover()).resolves.toBe(true);
    expect(pageLoads).toEqual(['reload']);
  });

  it('is not asked of a server that does not answer', async () => {
    const navigator = await open();
    await goTo('/blog');
    network.isUp = false;
    await expect(navigator.recover()).resolves.toBe(false);
    expect(pageLoads).toEqual([]);
  });

  it('is forgotten when the visitor goes on meanwhile', async () => {
    const navigator = await open();
    await goTo('/blog');
    const recovering = navigator.recover();
    await clickOn('/');
    await expect(recovering).resolves.toBe(true);
    expect(pageLoads).toEqual([]);
  });
});

describe('the head of a page', () => {
  it('is written once, and again when the page says another', async () => {
    const navigator = await open();
    const head = { title: 'Journal' };
    navigator.setHead(head);
    expect(document.title).toBe('Journal');
    document.title = 'Found by a test';
    navigator.setHead(head);
    expect(document.title).toBe('Found by a test');
    navigator.setHead({ title: 'Journal, page 2' });
    expect(document.title).toBe('Journal, page 2');
  });

  it('has its other elements when what writes them is there, those of the page that spoke last', async () => {
    const navigator = await open();
    for (const title of ['Journal', 'Journal, page 2']) navigator.setHead({ title, description: `${title}.` });
    expect(document.head.querySelector('meta')).toBeNull();
    await act(() => import('./turn'));
    expect(
      [...document.head.querySelectorAll('meta[name="description"]')].map((meta) => meta.getAttribute('content')),
    ).toEqual(['Journal, page 2.']);
  });
});
