import { act, waitFor } from '@testing-library/react';
import { address, busy, clickOn, freshTabs, goTo, network, open, pageLoads } from '../testing/navigated-page';
import { blog, marketing } from '../testing/remotes-on-page';

// The real single-spa, which dispatches its own `popstate` for every push.
jest.mock('single-spa', () => jest.requireActual<object>('single-spa/lib/es2015/umd/single-spa.dev.cjs'));

freshTabs();

/** Time within which the browser has painted. */
const PAINT_MS = 100;

describe('the focus on a new page', () => {
  it('is left to whoever has moved it already', async () => {
    const navigator = await open();
    await goTo('/blog');
    navigator.setHead({ title: 'Journal' });
    document.getElementById('main')?.focus();
    await waitFor(() => expect(busy()).toBe(false));
    expect(document.getElementById('main')).toHaveFocus();
  });

  it('is on the heading, though what held it has closed meanwhile', async () => {
    const navigator = await open();
    await goTo('/blog');
    const link = document.body.appendChild(document.createElement('button'));
    link.focus();
    navigator.setHead({ title: 'Journal' });
    link.remove();
    await waitFor(() => expect(busy()).toBe(false));
    expect(document.querySelector('h1')).toHaveFocus();
  });

  it('is not moved on a page that is left before it was painted', async () => {
    const navigator = await open();
    await goTo('/blog');
    network.hold(marketing.entry);
    navigator.setHead({ title: 'Journal' });
    await clickOn('/');
    await waitFor(() => expect(document.title).toBe('Journal'));
    expect(document.querySelector('h1')).not.toHaveFocus();
    expect(busy()).toBe(true);
  });
});

describe('a click while the browser loads a page', () => {
  it.each([
    ['that this document cannot show', '/courses/1'],
    ['whose code failed', '/blog'],
  ])('%s is left to the browser, which gives that page up', async (_which, href) => {
    await open();
    jest.spyOn(console, 'error').mockImplementation(() => {});
    network.missing.add('/files/page-blog.js');
    await clickOn(href);
    await waitFor(() => expect(href === '/blog' ? pageLoads : ['native']).toHaveLength(1));
    await expect(clickOn('/')).resolves.toBe('left to the browser');
    expect(address()).toBe('/contact');
  });

  it('is the last one: what was fetched for an earlier click is not shown', async () => {
    jest.useFakeTimers();
    await open();
    const release = network.hold(blog.entry);
    await clickOn('/blog');
    await clickOn('/courses/1');
    await act(async () => release());
    await jest.advanceTimersByTimeAsync(10 * PAINT_MS);
    expect(address()).toBe('/contact');
    jest.useRealTimers();
  });

  it('is soft again on a page that came back from the memory of the browser', async () => {
    await open();
    await clickOn('/courses/1');
    window.dispatchEvent(new Event('pagehide'));
    expect(busy()).toBe(false);
    await expect(clickOn('/blog')).resolves.toBe('soft');
    await waitFor(() => expect(address()).toBe('/blog'));
  });

  it('leads nowhere once the visitor has left the document meanwhile, and comes back to the page', async () => {
    jest.useFakeTimers();
    await open();
    network.hold(blog.entry);
    await clickOn('/blog');
    window.dispatchEvent(new Event('pagehide'));
    expect(busy()).toBe(false);
    await jest.advanceTimersByTimeAsync(5_000);
    expect(address()).toBe('/contact');
    expect(pageLoads).toEqual([]);
    jest.useRealTimers();
  });
});

describe('the page that is left', () => {
  afterEach(() => {
    Reflect.deleteProperty(document, 'startViewTransition');
    jest.useRealTimers();
  });

  /** Clicks a link where pages cross-fade. `left` is called when the old page has made room. */
  const leave = async () => {
    jest.useFakeTimers();
    const navigator = await open();
    const left = jest.fn();
    const startViewTransition = (update: () => Promise<void>) => ({
      updateCallbackDone: update().then(left),
      ready: Promise.resolve(),
      finished: Promise.resolve(),
      skipTransition() {},
    });
    Object.assign(document, { startViewTransition });
    await clickOn('/blog');
    // The browser first paints the response to the click.
    for (let ms = 0; ms < PAINT_MS && address() !== '/blog'; ms += 1) await jest.advanceTimersByTimeAsync(1);
    return { left, navigator };
  };

  it('is on screen until the next is shown', async () => {
    const { left, navigator } = await leave();
    expect(address()).toBe('/blog');
    expect(left).not.toHaveBeenCalled();
    await act(async () => navigator.setHead({ title: 'Journal' }));
    expect(left).toHaveBeenCalledTimes(1);
  });

  it('makes room to a page that is there and waits for its data', async () => {
    const { left, navigator } = await leave();
    await act(async () => navigator.makeRoom());
    expect(left).toHaveBeenCalledTimes(1);
    expect(busy()).toBe(true);
    navigator.setHead({ title: 'Journal' });
    await jest.advanceTimersByTimeAsync(PAINT_MS);
    expect(busy()).toBe(false);
  });

  it('makes room after 1000 ms to what says that the next is on its way', async () => {
    const { left } = await leave();
    await jest.advanceTimersByTimeAsync(999);
    expect(left).not.toHaveBeenCalled();
    await jest.advanceTimersByTimeAsync(1);
    expect(left).toHaveBeenCalledTimes(1);
  });
});
