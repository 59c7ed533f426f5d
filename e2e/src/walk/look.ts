import type { Page } from 'playwright-core';
import { readPage } from './read-page';

/** A page as a visitor, their screen reader and a search engine find it. */
export interface Look {
  address: string;
  title: string;
  heading: string[];
  /** Metadata for search engines and social networks, as sorted lines. */
  head: string[];
  /** Links of the menu with `aria-current`. */
  current: string[];
  dialogs: number;
  /** Selected tabs and open items. */
  open: string[];
  focus: string;
  announced: string | undefined;
  scroll: number;
  /** The part of the page in the middle of the viewport, and the distance of its top from the viewport's. */
  read: { part: string; top: number };
  /** Key of the history entry, unique in the tab. */
  entry: string;
  /** Numbers of history entries before and after this one. */
  behind: number;
  ahead: number;
  /** True while this is still the document in which the visitor last acted. */
  isMarked: boolean;
}

/** Parts of a look that must be equal after a page load and after navigation. */
export type Said = Pick<Look, 'title' | 'heading' | 'head' | 'current' | 'open'>;

export const mark = (page: Page): Promise<unknown> => page.evaluate(() => Object.assign(window, { walked: true }));

/** Looks at the page. During a page load, looks at the page after it. */
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
    // A part that loads late has no heading until then.
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
        // Other tests publish posts meanwhile.
        .map((line) => line.replace(/"blogPost":\[.*\]/, ''))
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
