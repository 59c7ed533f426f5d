import { stubBrowser } from '../../testing/browser-parts';
import { currentEntry, nameEntry, nextEntryState, savedScroll, savePlace } from './history-entries';

beforeEach(() => {
  stubBrowser();
  sessionStorage.clear();
  window.history.replaceState(null, '', '/');
});

const saveAt = (entry: string, place: number) => {
  Object.assign(window, { scrollY: place });
  savePlace(entry);
};

describe('the places of the history', () => {
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
      sessionStorage.setItem('reading-places', stored);
      expect(savedScroll()).toBe(0);
    }
    jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    expect(() => saveAt('first', 900)).not.toThrow();
  });
});
