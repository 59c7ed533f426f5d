import { act, waitFor } from '@testing-library/react';
import { goBack, stepBack, stepForward } from '../testing/browser-parts';
import {
  address,
  arriveAt,
  busy,
  clickOn,
  freshTabs,
  goTo,
  network,
  open,
  pageLoads,
  scrollTo,
} from '../testing/navigated-page';
import { prepare } from '../testing/network';
import { marketing } from '../testing/remotes-on-page';
import { savedScroll } from './arrive';

// The real single-spa, which dispatches its own `popstate` for every push.
jest.mock('single-spa', () => jest.requireActual<object>('single-spa/lib/es2015/umd/single-spa.dev.cjs'));

freshTabs();

/** Goes back to a page whose data is still loading. @returns a function that lets it arrive */
async function stepBackSlowly(): Promise<() => void> {
  let arrive = () => {};
  prepare.mockReturnValueOnce(new Promise((resolve) => (arrive = () => resolve(undefined))));
  window.history.back();
  await waitFor(() => expect(busy()).toBe(true));
  return () => arrive();
}

describe('going through the history', () => {
  it('brings back the place of each page, once it is shown', async () => {
    const navigator = await open();
    scrollTo(900);
    await goTo('/blog');
    await arriveAt(navigator, 'Journal');
    scrollTo(300);
    await goBack();
    await arriveAt(navigator, 'Contact');
    expect(window.scrollY).toBe(900);
    await goTo('/');
    await arriveAt(navigator, 'Home');
    expect(window.scrollY).toBe(0);
    expect(pageLoads).toEqual([]);
  });

  it('brings back the place on a page after a jump to another on it', async () => {
    const navigator = await open();
    scrollTo(900);
    await goTo('/blog');
    await arriveAt(navigator, 'Journal');
    scrollTo(300);
    window.location.hash = '#latest';
    await new Promise((resolve) => window.addEventListener('hashchange', resolve, { once: true }));
    scrollTo(700);
    await goBack();
    expect(window.scrollY).toBe(300);
    await goBack();
    await arriveAt(navigator, 'Contact');
    expect(window.scrollY).toBe(900);
  });

  it('loads a page that cannot be shown within this document', async () => {
    await open();
    await goTo('/blog');
    window.history.replaceState({ entry: 'elsewhere' }, '', '/courses');
    window.dispatchEvent(new PopStateEvent('popstate'));
    await waitFor(() => expect(pageLoads).toEqual(['reload']));
  });

  it('loads a page whose code is no longer available', async () => {
    const log = jest.spyOn(console, 'error').mockImplementation(() => {});
    const navigator = await open();
    await goTo('/blog');
    await arriveAt(navigator, 'Journal');
    network.missing.add(marketing.entry);
    await stepBack();
    await waitFor(() => expect(pageLoads).toEqual(['reload']));
    expect(log).toHaveBeenCalledWith(expect.stringContaining('/contact'), expect.anything());
  });

  it('drops a click whose code is still on its way', async () => {
    await open();
    await goTo('/blog');
    const release = network.hold(marketing.entry);
    await clickOn('/');
    await stepBack();
    await act(async () => release());
    expect(address()).toBe('/contact');
  });

  it('drops a click whose page was about to be shown', async () => {
    await open();
    await goTo('/blog');
    let paint: FrameRequestCallback = () => {};
    const frames = jest.spyOn(window, 'requestAnimationFrame').mockImplementation((callback) => {
      paint = callback;
      return 1;
    });
    await clickOn('/');
    await waitFor(() => expect(frames).toHaveBeenCalled());
    await stepBack();
    await act(async () => paint(0));
    expect(address()).toBe('/contact');
  });

  it('leaves the page that is shown, its title and its place, until the next one is there, and tells nobody before', async () => {
    const navigator = await open();
    await goTo('/blog');
    await arriveAt(navigator, 'Journal');
    scrollTo(300);
    const arrive = await stepBackSlowly();
    const heard = jest.fn();
    window.addEventListener('popstate', heard);
    expect(navigator.isHolding).toBe(true);
    expect(heard).not.toHaveBeenCalled();
    expect(document.title).toBe('Journal');
    expect(window.scrollY).toBe(300);
    await act(async () => arrive());
    await waitFor(() => expect(heard).toHaveBeenCalledTimes(1));
    expect(navigator.isHolding).toBe(false);
    await arriveAt(navigator, 'Contact');
    expect(document.title).toBe('Contact');
  });

  it('is announced, though its remote, whose code came after the step, has gone to the page by itself', async () => {
    const navigator = await open();
    await goTo('/blog');
    await arriveAt(navigator, 'Journal');
    scrollTo(300);
    const arrive = await stepBackSlowly();
    document.querySelector('h1')?.blur();
    navigator.setHead({ title: 'Contact' });
    await act(async () => arrive());
    await waitFor(() => expect(busy()).toBe(false));
    await waitFor(() => expect(document.querySelector('h1')).toHaveFocus());
    expect(document.title).toBe('Contact');
  });

  it('to a page that leads on by now is a page load, by which the entry becomes that of the other page', async () => {
    const navigator = await open();
    await goTo('/blog');
    await arriveAt(navigator, 'Journal');
    prepare.mockResolvedValue({ status: 303, to: '/' });
    window.history.back();
    await waitFor(() => expect(pageLoads).toEqual(['reload']));
    expect(address()).toBe('/contact');
  });

  it('forward again, before the page behind is there, leaves all as it is', async () => {
    const navigator = await open();
    await goTo('/blog');
    await arriveAt(navigator, 'Journal');
    scrollTo(300);
    const arrive = await stepBackSlowly();
    await stepForward();
    expect(busy()).toBe(false);
    const heard = jest.fn();
    window.addEventListener('popstate', heard);
    await act(async () => arrive());
    expect(heard).not.toHaveBeenCalled();
    expect([address(), document.title]).toEqual(['/blog', 'Journal']);
  });

  it('is given up for a click, which leads on from there', async () => {
    const navigator = await open();
    await goTo('/blog');
    await arriveAt(navigator, 'Journal');
    scrollTo(300);
    const arrive = await stepBackSlowly();
    await goTo('/');
    await act(async () => arrive());
    await arriveAt(navigator, 'Home');
    expect(address()).toBe('/');
  });

  it('loads the page behind after 2000 ms', async () => {
    const navigator = await open();
    await goTo('/blog');
    await arriveAt(navigator, 'Journal');
    jest.useFakeTimers();
    prepare.mockReturnValue(new Promise(() => {}));
    window.history.back();
    await jest.advanceTimersByTimeAsync(1_999);
    expect(pageLoads).toEqual([]);
    await jest.advanceTimersByTimeAsync(1_000);
    expect(pageLoads).toEqual(['reload']);
    expect(document.title).toBe('Journal');
    jest.useRealTimers();
  });

  it('is done by scripts within the document, and by the browser when it is left', async () => {
    await open();
    expect(window.history.scrollRestoration).toBe('manual');
    scrollTo(500);
    window.dispatchEvent(new Event('pagehide'));
    expect(savedScroll()).toBe(500);
    expect(window.history.scrollRestoration).toBe('auto');
    window.dispatchEvent(new Event('pageshow'));
    expect(window.history.scrollRestoration).toBe('manual');
  });
});
