import { act } from '@testing-library/react';
import { loadRemote } from '../remotes/load-remote';
import { fetchPage } from '../remotes/page-files';
import { goBack } from '../testing/browser-parts';
import { address, clickOn, freshTabs, open, scrollTo } from '../testing/navigated-page';
import { savedScroll } from './history-entries';
import { reloadPage } from './page-load';
import { painted } from './painted';

// The real one, which tells of every push by a `popstate` of its own.
jest.mock('single-spa', () => jest.requireActual<object>('single-spa/lib/es2015/umd/single-spa.dev.cjs'));
jest.mock('../remotes/load-remote');
jest.mock('../remotes/page-files');
jest.mock('./page-load');
jest.mock('./painted');

freshTabs();

describe('going through the history', () => {
  it('brings back the place of each page, once it is shown', async () => {
    const navigator = open();
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
    const navigator = open();
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
    window.history.replaceState({ entry: 'elsewhere' }, '', '/courses');
    await act(async () => void window.dispatchEvent(new PopStateEvent('popstate')));
    expect(reloadPage).toHaveBeenCalledTimes(1);
  });

  it('loads a page whose code is not to be had any more', async () => {
    const log = jest.spyOn(console, 'error').mockImplementation(() => {});
    const navigator = open();
    await clickOn('/blog');
    navigator.setHead({ title: 'Journal' });
    jest.mocked(fetchPage).mockRejectedValue(new Error('missing'));
    await act(goBack);
    expect(reloadPage).toHaveBeenCalledTimes(1);
    expect(log).toHaveBeenCalledWith(expect.stringContaining('/contact'), expect.anything());
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

  it('drops a click whose page was about to be shown', async () => {
    open();
    await clickOn('/blog');
    let paint = () => {};
    jest.mocked(painted).mockImplementationOnce(
      () =>
        new Promise((resolve) => {
          paint = () => resolve(4);
        }),
    );
    await clickOn('/');
    await goBack();
    await act(async () => paint());
    expect(address()).toBe('/contact');
  });

  it('is done by scripts within the document, and by the browser when it is left', () => {
    open();
    expect(window.history.scrollRestoration).toBe('manual');
    scrollTo(500);
    window.dispatchEvent(new Event('pagehide'));
    expect(savedScroll()).toBe(500);
    expect(window.history.scrollRestoration).toBe('auto');
    window.dispatchEvent(new Event('pageshow'));
    expect(window.history.scrollRestoration).toBe('manual');
  });
});
