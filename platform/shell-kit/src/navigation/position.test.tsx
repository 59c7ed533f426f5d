import { act } from '@testing-library/react';
import { stubBrowser } from '../testing/browser-parts';
import {
  currentEntry,
  goToSavedPosition,
  nameEntry,
  nextEntryState,
  readingPosition,
  releasePosition,
  returnToPosition,
  savedScroll,
  savePosition,
  scrollFor,
} from './arrive';

const leave = jest.fn();
const holdPosition = jest.fn((..._given: unknown[]) => leave);
jest.mock('./hold-position', () => ({ holdPosition: (...given: unknown[]) => holdPosition(...given) }));

beforeEach(() => {
  jest.clearAllMocks();
  stubBrowser();
  sessionStorage.clear();
  document.body.replaceChildren();
  window.history.replaceState(null, '', '/');
});
afterEach(() => {
  releasePosition();
  jest.restoreAllMocks();
});

const saveAt = (entry: string, position: number) => {
  Object.assign(window, { scrollY: position });
  savePosition(entry);
};

describe('the positions of the history', () => {
  it('are kept for each entry, in whole pixels', () => {
    saveAt('first', 900.4);
    saveAt('second', 20);
    expect(savedScroll()).toBe(900);
    window.history.replaceState({ entry: 'second' }, '');
    expect(currentEntry()).toBe('second');
    expect(savedScroll()).toBe(20);
  });

  it('are at the top where nobody was', () => {
    window.history.replaceState(nextEntryState(), '');
    expect(savedScroll()).toBe(0);
  });

  it('are forgotten from the 51st on, the oldest first', () => {
    saveAt('first', 900);
    for (let count = 1; count < 50; count += 1) saveAt(`entry-${count}`, count);
    expect(savedScroll()).toBe(900);
    saveAt('entry-50', 50);
    expect(savedScroll()).toBe(0);
  });

  it('get a name of their own each', () => {
    expect(nextEntryState().entry).not.toBe(nextEntryState().entry);
  });

  it('leave the number to a router that has counted the entry', () => {
    window.history.replaceState({ idx: 3 }, '');
    expect(nameEntry()).toBe(true);
    expect(window.history.state).toEqual({ entry: expect.any(String), idx: 3 });
    expect(nameEntry()).toBe(false);
  });

  it('may be unreadable or forbidden: then going back starts at the top', () => {
    for (const stored of ['{broken', '{}', '7', '[["first",7]]', '[["first",null]]']) {
      sessionStorage.setItem('reading-positions', stored);
      expect(savedScroll()).toBe(0);
    }
    jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    expect(() => saveAt('first', 900)).not.toThrow();
  });
});

/** Lays out the parts of a page below each other. */
const layOut = (scroll: number, ...heights: number[]) => {
  Object.assign(window, { scrollY: scroll, innerHeight: 800 });
  document.body.innerHTML = `<main>${'<section></section>'.repeat(heights.length - 1)}</main><footer></footer>`;
  let top = -scroll;
  for (const [index, part] of document.querySelectorAll('section, footer').entries()) {
    const height = heights[index] ?? 0;
    const own = top;
    part.getBoundingClientRect = () => ({ top: own, bottom: own + height }) as DOMRect;
    top += height;
  }
};

it('is the part in the middle of the window, and where it begins', () => {
  layOut(900.4, 500, 900, 800);
  expect(readingPosition()).toEqual([900, 1, 3, -400.4]);
});

it('is none where a page has no parts', () => {
  document.body.innerHTML = '<main></main>';
  Object.assign(window, { scrollY: 300 });
  expect(readingPosition()).toEqual([300, -1, 0, 0]);
  expect(scrollFor(readingPosition())).toBe(300);
});

it('is gone back to by its part, whatever height the parts above have now', () => {
  layOut(900, 500, 900, 800);
  const position = readingPosition();
  layOut(0, 700, 900, 800);
  expect(scrollFor(position)).toBe(1_100);
  layOut(250, 300, 800, 800);
  expect(scrollFor(position)).toBe(700);
  layOut(0, 10, 800, 800);
  expect(scrollFor(position)).toBe(410);
});

it('counts what stands for a part that comes late, and not what comes in its place', () => {
  const countOf = (html: string) => {
    document.body.innerHTML = `<main><section></section>${html}</main><footer></footer>`;
    return readingPosition()[2];
  };
  expect(countOf('<div data-part></div>')).toBe(3);
  expect(countOf('<div data-part><section><section></section></section></div>')).toBe(3);
});

it('is the top for who was at the top, and as far down as before where parts came or went', () => {
  layOut(0, 100, 100, 800);
  const top = readingPosition();
  expect(top).toEqual([0, 2, 3, 200]);
  layOut(0, 500, 100, 800);
  expect(scrollFor(top)).toBe(0);
  layOut(900, 500, 800, 800);
  const position = readingPosition();
  layOut(0, 700, 800, 800, 300);
  expect(scrollFor(position)).toBe(900);
});

describe('the saved position', () => {
  beforeEach(() => {
    Object.assign(window, { scrollY: 1_200 });
    savePosition('first');
  });

  const holdHasCome = () => act(async () => {});

  it('is gone to at once, and held once the code for that has come, until another position is wanted', async () => {
    goToSavedPosition();
    expect(window.scrollTo).toHaveBeenCalledWith({ top: 1_200, behavior: 'instant' });
    await holdHasCome();
    expect(holdPosition).toHaveBeenCalledWith(expect.any(Number), 1_200, savedScroll);
    releasePosition();
    await act(async () => {});
    expect(leave).toHaveBeenCalledTimes(1);
  });

  it('is not held when another position is wanted before that code has come', async () => {
    goToSavedPosition();
    releasePosition();
    await holdHasCome();
    expect(leave).toHaveBeenCalledTimes(holdPosition.mock.calls.length);
  });

  it('is not held at the top of a page', async () => {
    sessionStorage.clear();
    goToSavedPosition();
    await holdHasCome();
    expect(window.scrollY).toBe(0);
    expect(holdPosition).not.toHaveBeenCalled();
  });
});

describe('the position before this load of the page', () => {
  const positionAt = (entry: string, scroll: number) => JSON.stringify([[entry, [scroll, -1, 0, 0]]]);

  it.each([
    [positionAt('first', 700), [{ top: 700, behavior: 'instant' }]],
    [positionAt('another entry', 700), []],
    [positionAt('first', 0), []],
    ['not JSON', []],
  ])('with %s remembered it goes to %j', async (remembered, went) => {
    window.history.scrollRestoration = 'auto';
    sessionStorage.setItem('reading-positions', remembered);
    await returnToPosition();
    expect(jest.mocked(window.scrollTo).mock.calls.flat()).toEqual(went);
    expect(window.history.scrollRestoration).toBe(went.length > 0 ? 'manual' : 'auto');
  });

  it('waits for the whole page', async () => {
    sessionStorage.setItem('reading-positions', positionAt('first', 700));
    const readyState = jest.spyOn(document, 'readyState', 'get').mockReturnValue('loading');
    const returned = returnToPosition();
    expect(window.scrollTo).not.toHaveBeenCalled();
    document.dispatchEvent(new Event('DOMContentLoaded'));
    await returned;
    expect(window.scrollTo).toHaveBeenCalledTimes(1);
    readyState.mockRestore();
  });
});
