import { act } from '@testing-library/react';
import { getAppStatus, start } from 'single-spa';
import { loadRemote } from '../remotes/load-remote';
import { addLink, click, forgetListeners, goBack, stubBrowser } from '../testing/browser-parts';
import { blog, pageState } from '../testing/remotes-on-page';
import { Navigator } from './navigator';
import { loadPage, reloadPage } from './page-load';

// The real one, which tells of every push by a `popstate` of its own.
jest.mock('single-spa', () => ({
  ...jest.requireActual<object>('single-spa/lib/es2015/umd/single-spa.dev.cjs'),
  getAppStatus: jest.fn(),
}));
jest.mock('../remotes/load-remote');
jest.mock('./page-load');

const onBusy = jest.fn();
let navigator: Navigator;

forgetListeners();
beforeAll(() => start({ urlRerouteOnly: true }));
beforeEach(() => {
  for (const mock of [onBusy, getAppStatus, loadRemote, loadPage, reloadPage]) jest.mocked(mock).mockReset();
  stubBrowser();
  sessionStorage.clear();
  document.head.replaceChildren();
  document.body.innerHTML = '<main id="main" tabindex="-1"><h1>Heading</h1></main>';
});

/** Opens a page as a page load does. */
const open = (path = '/contact') => {
  window.history.replaceState(null, '', path);
  navigator = new Navigator({ state: pageState(), onBusy });
  navigator.listen();
};

const clickOn = async (href: string): Promise<'left to the browser' | 'soft'> => {
  const link = addLink({ href });
  let left = false;
  await act(async () => {
    left = click(link);
  });
  return left ? 'left to the browser' : 'soft';
};

const address = () => window.location.pathname + window.location.search + window.location.hash;
const busy = () => onBusy.mock.lastCall?.[0] as boolean | undefined;
const scrollTo = (top: number) => Object.assign(window, { scrollY: top });

describe('a soft click', () => {
  it("loads the remote's code, makes one entry of the history and waits for the page", async () => {
    open();
    const before = window.history.length;
    scrollTo(1500);
    await expect(clickOn('/blog?page=2')).resolves.toBe('soft');
    expect(loadRemote).toHaveBeenCalledWith(blog, 'navigating');
    expect(address()).toBe('/blog?page=2');
    expect(window.history.length).toBe(before + 1);
    expect(window.scrollY).toBe(0);
    expect(busy()).toBe(true);
    expect(loadPage).not.toHaveBeenCalled();
  });

  it('ends with the new title and the focus on the new heading, once the page is there', async () => {
    open();
    await clickOn('/blog');
    expect(document.querySelector('h1')).not.toHaveFocus();
    navigator.setHead({ title: 'Journal' });
    expect(document.title).toBe('Journal');
    expect(document.querySelector('h1')).toHaveFocus();
    expect(window.scrollY).toBe(0);
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

  it('becomes a page load when the code does not arrive', async () => {
    open();
    const before = window.history.length;
    const failure = new Error('late');
    const log = jest.spyOn(console, 'error').mockImplementation(() => {});
    jest.mocked(loadRemote).mockRejectedValue(failure);
    await clickOn('/blog/linen?from=home#care');
    expect(loadPage).toHaveBeenCalledWith(new URL('http://localhost/blog/linen?from=home#care'));
    expect(window.history.length).toBe(before);
    expect(log).toHaveBeenCalledWith(expect.stringContaining('/blog/linen'), failure);
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

  it('is one on the link of a remote that failed before', async () => {
    open();
    jest.mocked(getAppStatus).mockImplementation((name) => (name === 'mf-blog' ? 'SKIP_BECAUSE_BROKEN' : null));
    await expect(clickOn('/blog')).resolves.toBe('left to the browser');
    await expect(clickOn('/')).resolves.toBe('soft');
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
    open();
    await act(async () => navigator.navigate('/blog'));
    expect(address()).toBe('/blog');
    expect(loadPage).not.toHaveBeenCalled();
  });

  it.each(['/courses/1', '/no-such-page', 'https://elsewhere.example/blog'])('loads %s', async (path) => {
    open();
    await act(async () => navigator.navigate(path));
    expect(loadPage).toHaveBeenCalledWith(new URL(path, 'http://localhost'));
    expect(address()).toBe('/contact');
  });
});

describe('going through the history', () => {
  it('brings back the place of each page, once it is shown', async () => {
    open();
    scrollTo(900);
    await clickOn('/blog');
    navigator.setHead({ title: 'Journal' });
    scrollTo(300);
    await goBack();
    navigator.setHead({ title: 'Contact' });
    expect(window.scrollY).toBe(900);
    await clickOn('/');
    navigator.setHead({ title: 'Home' });
    expect(window.scrollY).toBe(0);
    expect(reloadPage).not.toHaveBeenCalled();
  });

  it('brings back the place on a page after a jump to another on it', async () => {
    open();
    scrollTo(900);
    await clickOn('/blog');
    navigator.setHead({ title: 'Journal' });
    scrollTo(300);
    window.location.hash = '#latest';
    await new Promise((resolve) => window.addEventListener('hashchange', resolve, { once: true }));
    scrollTo(700);
    await goBack();
    expect(window.scrollY).toBe(300);
    await goBack();
    navigator.setHead({ title: 'Contact' });
    expect(window.scrollY).toBe(900);
  });

  it('loads a page that cannot be shown within this document', async () => {
    open();
    await clickOn('/blog');
    jest.mocked(getAppStatus).mockImplementation((name) => (name === 'mf-marketing' ? 'SKIP_BECAUSE_BROKEN' : null));
    await goBack();
    expect(reloadPage).toHaveBeenCalledTimes(1);
  });

  it('drops a click whose code is still on its way', async () => {
    open();
    await clickOn('/blog');
    let arrived = () => {};
    jest.mocked(loadRemote).mockImplementation(
      () =>
        new Promise((resolve) => {
          arrived = () => resolve({} as never);
        }),
    );
    await clickOn('/');
    await goBack();
    await act(async () => arrived());
    expect(address()).toBe('/contact');
  });

  it('is done by scripts within the document, and by the browser when it is left', () => {
    open();
    expect(window.history.scrollRestoration).toBe('manual');
    window.dispatchEvent(new Event('pagehide'));
    expect(window.history.scrollRestoration).toBe('auto');
    window.dispatchEvent(new Event('pageshow'));
    expect(window.history.scrollRestoration).toBe('manual');
  });
});

it('leaves the focus and the place alone when a page that was opened fills its slot', () => {
  open();
  scrollTo(400);
  navigator.setHead({ title: 'Contact us' });
  expect(document.title).toBe('Contact us');
  expect(document.body).toHaveFocus();
  expect(window.scrollY).toBe(400);
});

it('asks the server for a page whose remote failed', () => {
  open();
  navigator.recover();
  expect(reloadPage).toHaveBeenCalledTimes(1);
  expect(busy()).toBe(false);
});
