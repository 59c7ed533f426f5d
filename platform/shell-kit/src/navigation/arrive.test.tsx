import { stubBrowser } from '../testing/browser-parts';
import { arrive, goToPosition, savePosition } from './arrive';

beforeEach(() => {
  stubBrowser();
  sessionStorage.clear();
  window.history.replaceState(null, '', '/blog');
  const main = Object.assign(document.createElement('main'), { id: 'main', tabIndex: -1 });
  main.innerHTML = '<h1>Journal</h1><h2 id="latest">Latest</h2><p id="über">About</p>';
  document.querySelector('main')?.remove();
  document.body.append(main);
});

const element = (selector: string) => document.querySelector(selector);
const scrolled = () => jest.mocked(Element.prototype.scrollIntoView).mock.contexts;

describe('arriving at a page', () => {
  it('puts the focus on its heading, without scrolling there', () => {
    const focus = jest.spyOn(HTMLElement.prototype, 'focus');
    arrive('Journal');
    expect(element('h1')).toHaveFocus();
    expect(focus).toHaveBeenCalledWith({ preventScroll: true });
    expect(window.scrollTo).not.toHaveBeenCalled();
  });

  it('puts the focus on the content when it has no heading', () => {
    element('h1')?.remove();
    arrive('Journal');
    expect(element('main')).toHaveFocus();
  });

  it('says the title to those who hear the page, from one place', () => {
    arrive('Journal');
    arrive('Linen');
    const live = document.querySelectorAll('[aria-live="polite"]');
    expect([...live].map((place) => place.textContent)).toEqual(['Linen']);
    expect(live[0]).toHaveClass('visually-hidden');
  });
});

describe('the place on a page', () => {
  it('is the top', () => {
    Object.assign(window, { scrollY: 700 });
    goToPosition('forward');
    expect(window.scrollTo).toHaveBeenCalledWith({ top: 0, behavior: 'instant' });
  });

  it('is where the visitor was when going back, whatever the hash', () => {
    Object.assign(window, { scrollY: 640 });
    savePosition('first');
    window.history.replaceState(null, '', '/blog#latest');
    goToPosition('back');
    expect(window.scrollTo).toHaveBeenLastCalledWith({ top: 640, behavior: 'instant' });
    expect(scrolled()).toEqual([]);
  });

  it('is gone back to once the whole page is laid out, and the next page waits for its parts again', () => {
    const isWhole = () => document.documentElement.hasAttribute('data-whole');
    jest.mocked(window.scrollTo).mockImplementation(() => expect(isWhole()).toBe(true));
    goToPosition('back');
    expect(window.scrollTo).toHaveBeenCalled();
    goToPosition('forward', true);
    expect(isWhole()).toBe(false);
    expect(window.scrollTo).toHaveBeenCalledTimes(1);
  });

  it.each([
    ['#latest', '#latest'],
    ['#%C3%BCber', '#über'],
  ])('is the one that %s names', (hash, place) => {
    window.history.replaceState(null, '', `/blog${hash}`);
    goToPosition('forward');
    expect(scrolled()).toEqual([element(place)]);
    expect(window.scrollTo).not.toHaveBeenCalled();
  });

  it('is the part that the link names, opened as a browser opens what it finds', () => {
    const opened = jest.fn();
    element('main')?.addEventListener('beforematch', ({ target }) => opened(target));
    goToPosition('forward', false, 'latest');
    expect(opened).toHaveBeenCalledWith(element('#latest'));
    expect(scrolled()).toEqual([element('#latest')]);
  });

  it.each(['#nowhere', '#100%'])('is the top when %s is none of the page', (hash) => {
    window.history.replaceState(null, '', `/blog${hash}`);
    goToPosition('forward');
    expect(scrolled()).toEqual([]);
    expect(window.scrollTo).toHaveBeenCalledWith({ top: 0, behavior: 'instant' });
  });
});
