/** Where a visitor reads on a page, in whole pixels. */
export interface ReadingPlace {
  /** How far the page is scrolled. */
  scroll: number;
  /** Which of the page's parts is in the middle of the window; -1 for none. */
  part: number;
  /** How many parts the page has. */
  parts: number;
  /** How far below the window's top the part begins. */
  top: number;
}

/** The outermost ones, for parts within parts come and go. `data-part` has what stands there before its section comes. */
const PARTS = ':is(main section, main [data-part], footer):not(main :is(section, [data-part]) *)';

const partsOfPage = (): Element[] => [...document.querySelectorAll(PARTS)];

/** What is read now. */
export function readingPlace(): ReadingPlace {
  const middle = window.innerHeight / 2;
  const parts = partsOfPage();
  const part = parts.findIndex((candidate) => candidate.getBoundingClientRect().bottom > middle);
  return {
    scroll: Math.round(window.scrollY),
    part,
    parts: parts.length,
    top: Math.round(parts[part]?.getBoundingClientRect().top ?? 0),
  };
}

/**
 * How far to scroll, so that the same words are read. What lies above them may have another height than it had. The browser
 * guesses the height of what it has not laid out, and late code changes it.
 */
export function scrollFor({ scroll, part, parts, top }: ReadingPlace): number {
  const now = partsOfPage();
  const found = now[part];
  // The top of a page stays its top. Where parts came or went, their numbers say nothing.
  if (scroll === 0 || !found || now.length !== parts) return scroll;
  return Math.max(0, Math.round(window.scrollY + found.getBoundingClientRect().top - top));
}
