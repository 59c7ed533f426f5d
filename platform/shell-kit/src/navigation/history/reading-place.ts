/** Where a visitor reads on a page. A tuple, for names would be sent to every browser. */
export type ReadingPlace = [
  /** How far the page is scrolled, in pixels. */
  scroll: number,
  /** Which of the page's parts is in the middle of the window; -1 for none. */
  part: number,
  /** How many parts the page has. */
  parts: number,
  /** How far below the window's top the part begins, in pixels. */
  top: number,
];

/** Outer ones before those in them. `data-part` has what stands there before its section comes. */
const PARTS = 'main section:not([data-part] *), main [data-part], footer';

const partsOfPage = (): Element[] => [...document.querySelectorAll(PARTS)];

/** What is read now. */
export function readingPlace(): ReadingPlace {
  const parts = partsOfPage();
  const part = parts.findIndex((each) => each.getBoundingClientRect().bottom > window.innerHeight / 2);
  return [Math.round(window.scrollY), part, parts.length, parts[part]?.getBoundingClientRect().top ?? 0];
}

/**
 * How far to scroll, so that the same words are read. What lies above them may have another height than it had. The browser
 * guesses the height of what it has not laid out, and late code changes it.
 * @returns pixels; a browser takes less than none for none
 */
export function scrollFor([scroll, part, parts, top]: ReadingPlace): number {
  const now = partsOfPage();
  const found = now[part];
  // The top of a page stays its top. Where parts came or went, their numbers say nothing.
  return scroll && found && now.length === parts ? window.scrollY + found.getBoundingClientRect().top - top : scroll;
}
