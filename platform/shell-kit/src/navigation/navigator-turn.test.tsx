import { act } from '@testing-library/react';
import { loadRemote } from '../remotes/load-remote';
import { address, busy, clickOn, freshTabs, open } from '../testing/navigated-page';

// The real one, which tells of every push by a `popstate` of its own.
jest.mock('single-spa', () => jest.requireActual<object>('single-spa/lib/es2015/umd/single-spa.dev.cjs'));
jest.mock('../remotes/load-remote');
jest.mock('../remotes/page-files');
jest.mock('./page-load');
jest.mock('./painted');

freshTabs();

describe('the focus on a new page', () => {
  it('is left to whoever has moved it already', async () => {
    const navigator = open();
    await clickOn('/blog');
    navigator.setHead({ title: 'Journal' });
    document.getElementById('main')?.focus();
    await act(async () => {});
    expect(document.getElementById('main')).toHaveFocus();
    expect(busy()).toBe(false);
  });

  it('is not moved on a page that is left before it was painted', async () => {
    const navigator = open();
    await clickOn('/blog');
    jest.mocked(loadRemote).mockReturnValue(new Promise(() => {}));
    navigator.setHead({ title: 'Journal' });
    await clickOn('/');
    expect(document.querySelector('h1')).not.toHaveFocus();
    expect(busy()).toBe(true);
  });
});

describe('the page that is left', () => {
  afterEach(() => {
    Reflect.deleteProperty(document, 'startViewTransition');
    jest.useRealTimers();
  });

  /** Clicks where pages fade. `left` is called when the old page has made room. */
  const leave = async () => {
    jest.useFakeTimers();
    const navigator = open();
    const left = jest.fn();
    const startViewTransition = (update: () => Promise<void>) => ({
      updateCallbackDone: update().then(left),
      ready: Promise.resolve(),
      finished: Promise.resolve(),
      skipTransition() {},
    });
    Object.assign(document, { startViewTransition });
    await clickOn('/blog');
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
    await act(async () => navigator.setHead({ title: 'Journal' }));
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
