import { act } from '@testing-library/react';
import { loadRemote } from '../remotes/load-remote';
import { fetchPage } from '../remotes/page-files';
import {
  address,
  busy,
  clickOn,
  freshTabs,
  onOwner,
  onRetry,
  onUnreachable,
  open,
  releases,
  scrollTo,
  startRouting,
} from '../testing/navigated-page';
import { blog, ownedBy } from '../testing/remotes-on-page';
import { isServed, loadPage, reloadPage } from './page-load';
import { painted } from './painted';

// The real one, which tells of every push by a `popstate` of its own.
jest.mock('single-spa', () => jest.requireActual<object>('single-spa/lib/es2015/umd/single-spa.dev.cjs'));
jest.mock('../remotes/load-remote');
jest.mock('../remotes/page-files');
jest.mock('./page-load');
jest.mock('./painted');

freshTabs();

describe('a soft click', () => {
  it("loads the remote's code, makes one entry of the history and waits for the page", async () => {
    open();
    const before = window.history.length;
    scrollTo(1500);
    await expect(clickOn('/blog?page=2')).resolves.toBe('soft');
    expect(fetchPage).toHaveBeenCalledWith(ownedBy('/blog'));
    expect(onOwner).toHaveBeenCalledWith('mf-blog');
    expect(loadRemote).toHaveBeenCalledWith(blog);
    expect(address()).toBe('/blog?page=2');
    expect(window.history.length).toBe(before + 1);
    expect(window.scrollY).toBe(0);
    expect(busy()).toBe(true);
    expect(loadPage).not.toHaveBeenCalled();
  });

  it('ends with the new title and the focus on the new heading, once the page is there', async () => {
    const navigator = open();
    document.title = 'Home';
    await clickOn('/blog');
    expect(document.querySelector('h1')).not.toHaveFocus();
    let paint = () => {};
    jest.mocked(painted).mockReturnValueOnce(
      new Promise((resolve) => {
        paint = () => resolve(2);
      }),
    );
    navigator.setHead({ title: 'Journal' });
    expect(window.scrollY).toBe(0);
    // The browser lays a page out to move the focus on it, and a tab takes time to be renamed: no page waits for either.
    expect(document.querySelector('h1')).not.toHaveFocus();
    expect(document.title).not.toBe('Journal');
    await act(async () => paint());
    expect(document.querySelector('h1')).toHaveFocus();
    expect(document.title).toBe('Journal');
    expect(busy()).toBe(false);
  });

  it('changes nothing before the code is there; the last of two wins', async () => {
    open();
    const arrived: (() => void)[] = [];
    jest
      .mocked(loadRemote)
      .mockImplementation(() => new Promise((resolve) => arrived.push(() => resolve({} as never))));
    const before = window.history.length;
    await clickOn('/blog');
    await clickOn('/');
    expect(address()).toBe('/contact');
    await act(async () => arrived[1]?.());
    expect(address()).toBe('/');
    await act(async () => arrived[0]?.());
    expect(address()).toBe('/');
    expect(window.history.length).toBe(before + 1);
  });

  it.each([
    ['files', () => jest.mocked(fetchPage).mockRejectedValue(new Error('missing'))],
    ['code', () => jest.mocked(loadRemote).mockRejectedValue(new Error('missing'))],
    ['turn', () => startRouting.mockRejectedValue(new Error('missing'))],
  ])('becomes a page load when its %s cannot be had', async (_what, fail) => {
    open();
    const before = window.history.length;
    const log = jest.spyOn(console, 'error').mockImplementation(() => {});
    fail();
    await clickOn('/blog/linen?from=home#care');
    const url = new URL('http://localhost/blog/linen?from=home#care');
    expect(isServed).toHaveBeenCalledWith(url);
    expect(loadPage).toHaveBeenCalledWith(url);
    expect(window.history.length).toBe(before);
    expect(log).toHaveBeenCalledWith(
      expect.stringContaining('/blog/linen'),
      expect.objectContaining({ message: 'missing' }),
    );
  });

  it('ends where it was to go when there is no server either, and can be tried again', async () => {
    const navigator = open();
    jest.spyOn(console, 'error').mockImplementation(() => {});
    jest.mocked(fetchPage).mockRejectedValue(new Error('missing'));
    jest.mocked(isServed).mockResolvedValue(false);
    await clickOn('/blog');
    expect(loadPage).not.toHaveBeenCalled();
    expect(address()).toBe('/blog');
    expect(onUnreachable).toHaveBeenCalledTimes(1);
    await act(async () => navigator.showFailure());
    expect(document.title).toBe('Test & Thimble');
    expect(document.querySelector('h1')).toHaveFocus();
    expect(busy()).toBe(false);
    jest.mocked(fetchPage).mockResolvedValue(undefined);
    onRetry.mockReturnValue(true);
    await act(async () => navigator.retry());
    expect(onRetry).toHaveBeenCalledTimes(1);
    expect(busy()).toBe(true);
    await act(async () => navigator.setHead({ title: 'Journal' }));
    expect(busy()).toBe(false);
  });

  it('waits 2000 ms for code and no longer', async () => {
    jest.useFakeTimers();
    open();
    jest.spyOn(console, 'error').mockImplementation(() => {});
    jest.mocked(fetchPage).mockReturnValue(new Promise(() => {}));
    await clickOn('/blog');
    await jest.advanceTimersByTimeAsync(1_999);
    expect(loadPage).not.toHaveBeenCalled();
    await jest.advanceTimersByTimeAsync(1);
    expect(loadPage).toHaveBeenCalledTimes(1);
    jest.useRealTimers();
  });

  it.each([
    ['/contact', '/contact'],
    // As after the skip link.
    ['/contact#main', '/contact'],
  ])('at %s on the link of this page brings its top and heading, and does not wait', async (here, href) => {
    open(here);
    scrollTo(800);
    const before = window.history.length;
    await expect(clickOn(href)).resolves.toBe('soft');
    expect(address()).toBe('/contact');
    expect(window.history.length).toBe(here === href ? before : before + 1);
    expect(window.scrollY).toBe(0);
    expect(document.querySelector('h1')).toHaveFocus();
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
    open(here);
    await expect(clickOn(href)).resolves.toBe('left to the browser');
    expect(address()).toBe(here);
    expect(loadRemote).not.toHaveBeenCalled();
  });

  it('is one on the link of a page whose release is newer than the code that this tab runs', async () => {
    open();
    releases.isOutdatedFor.mockReturnValue(true);
    await expect(clickOn('/blog')).resolves.toBe('left to the browser');
  });

  it('is none before the other pages are known; then a page that is no soft one is loaded', async () => {
    open();
    Object.assign(releases, { isKnown: false });
    await expect(clickOn('/courses/1')).resolves.toBe('soft');
    expect(releases.refresh).toHaveBeenCalledTimes(1);
    expect(loadPage).toHaveBeenCalledWith(new URL('http://localhost/courses/1'));
  });

  it('is none from page to page under one policy, nor one from the 404 page', async () => {
    open('/courses');
    await expect(clickOn('/courses/1')).resolves.toBe('soft');
    open('/no-such-page');
    await expect(clickOn('/contact')).resolves.toBe('soft');
  });
});

describe('navigate', () => {
  it('is a soft click where that can be', async () => {
    const navigator = open();
    await act(async () => navigator.navigate('/blog'));
    expect(address()).toBe('/blog');
    expect(loadPage).not.toHaveBeenCalled();
  });

  it.each(['/courses/1', '/no-such-page', '/.//evil.example'])('loads %s', async (path) => {
    const navigator = open();
    await act(async () => navigator.navigate(path));
    expect(loadPage).toHaveBeenCalledWith(new URL(path, 'http://localhost'));
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
    const navigator = open();
    expect(() => navigator.navigate(path)).toThrow();
    await act(async () => {});
    expect(loadPage).not.toHaveBeenCalled();
    expect(address()).toBe('/contact');
  });
});

it('leaves the focus and the place alone when a page that was opened fills its slot', () => {
  const navigator = open();
  scrollTo(400);
  navigator.setHead({ title: 'Contact us' });
  expect(document.title).toBe('Contact us');
  expect(document.body).toHaveFocus();
  expect(window.scrollY).toBe(400);
});

describe('a page that failed', () => {
  it('is asked of the server', async () => {
    const navigator = open();
    await clickOn('/blog');
    await expect(navigator.recover()).resolves.toBe(true);
    expect(reloadPage).toHaveBeenCalledTimes(1);
  });

  it('is not asked of a server that does not answer', async () => {
    const navigator = open();
    await clickOn('/blog');
    jest.mocked(isServed).mockResolvedValue(false);
    await expect(navigator.recover()).resolves.toBe(false);
    expect(reloadPage).not.toHaveBeenCalled();
  });

  it('is forgotten when the visitor goes on meanwhile', async () => {
    const navigator = open();
    await clickOn('/blog');
    const recovering = navigator.recover();
    await clickOn('/');
    await expect(recovering).resolves.toBe(true);
    expect(reloadPage).not.toHaveBeenCalled();
  });
});
