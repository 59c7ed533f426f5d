import type { Page } from 'playwright-core';
import { readPage } from './read-page';

/** What a visitor, their screen reader and a search engine find on a page. */
export interface Look {
  address: string;
  title: string;
  heading: string[];
  /** What search engines and networks read. */
  head: string[];
  /** Links of the menu that lead to where the visitor is. */
  current: string[];
  dialogs: number;
  /** Selected tabs and open items. */
  open: string[];
  focus: string;
  announced: string | undefined;
  scroll: number;
  /** The part of the page in the middle of the window, and how far from the window's top it begins. */
  read: { part: string; top: number };
  /** Names the entry of the history for as long as the tab lives. */
  entry: string;
  /** How many entries lie behind and before this one. */
  behind: number;
  ahead: number;
  /** Whether this is still the document in which the visitor acted last. */
  isMarked: boolean;
}

/** What is the same in a page that was opened and one that was gone to. */
export type Said = Pick<Look, 'title' | 'heading' | 'head' | 'current' | 'open'>;

export const mark = (page: Page): Promise<unknown> => page.evaluate(() => Object.assign(window, { walked: true }));

/** What is there now. While a page load is under way, what is there after it. */
export const look = (page: Page): Promise<Look> =>
  readPage(page, () => {
    const words = (element: Element) => (element.textContent ?? '').replace(/\s+/g, ' ').trim();
    const all = (selector: string) => [...document.querySelectorAll(selector)];
    const { activeElement: active } = document;
    const { key, index } = navigation.currentEntry ?? { key: '', index: -1 };
    const middle = window.innerHeight / 2;
    const part = all('main section, main [data-part], footer').find(
      (section) => section.getBoundingClientRect().bottom > middle,
    );
    // A part that comes late has no heading before.
    const heading = part?.matches('[data-part]') ? null : part?.querySelector('h1, h2, h3');
    return {
      address: window.location.pathname + window.location.search,
      title: document.title,
      heading: all('main h1').map(words),
      head: all('head :is(meta[name], meta[property], link[rel="canonical"], script[type="application/ld+json"])')
        .map((element) =>
          [element.tagName, ...[...element.attributes].map(({ value }) => value).sort(), element.textContent].join(' '),
        )
        .filter((line) => !/viewport|theme-color|color-scheme/.test(line))
        .sort(),
      current: all('header nav a[aria-current]').map((link) => `${link.getAttribute('href')}`),
      dialogs: all('dialog[open]').length,
      open: all(
        'main [aria-selected="true"], main h2 > button[aria-expanded="true"], main h3 > button[aria-expanded="true"]',
      ).map(words),
      focus:
        !active || active === document.body ? 'nothing' : active.matches('main h1') ? 'the heading' : words(active),
      announced: document.querySelector('body > p[aria-live]')?.textContent ?? undefined,
      scroll: Math.round(window.scrollY),
      read: {
        part: heading ? words(heading) : `${part?.tagName} ${part?.className}`,
        top: Math.round(part?.getBoundingClientRect().top ?? 0),
      },
      entry: key,
      behind: index,
      ahead: navigation.entries().length - 1 - index,
      isMarked: 'walked' in window,
    };
  });
