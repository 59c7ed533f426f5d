import { FRAGMENT_ATTRIBUTES } from '@wholepage/contracts/fragment';
import { SLOT_ID } from '@wholepage/contracts/page';
import type { Page } from 'playwright-core';
import { type Check, closeFaults } from '../check';
import { LONGEST_LOAD_MS, type OpenedPage } from '../page';

export const layout: Check = {
  name: 'layout',
  holds: 'header and footer stay as they are, and in reach, from 320 to 2560, for ten seconds and after it was left',
  run: (context) => closeFaults(context, 'layout', 'Style and place only what stands in the slot.'),
};

/** A snapshot of the looks of the shell's elements. */
export interface LayoutRead {
  properties: string[];
  /** Values in the order of `properties`, by the element's place in the layout: `header:0>nav:0>a:2`. */
  elements: Record<string, string[]>;
  /** The HTML of header and footer as the server sent it; a layout may leave one out at some paths. */
  sent: string[];
  /** Declared font families in lower case, one entry for each face. */
  fonts: string[];
}

interface LayoutAsked {
  /** Names of the shell's custom properties. */
  tokens: readonly string[];
  /** Fragments with content for one visitor, which is left out. */
  personal: readonly string[];
}

/** Requests the page's HTML outside the page, whose scripts could intercept the request. */
async function readSent(page: Page): Promise<string[]> {
  const html = await (await page.context().request.get(page.url())).text();
  const slotAt = html.indexOf(` id="${SLOT_ID}"`);
  return [
    ...(/<header[\s>]/.test(html.slice(0, slotAt)) ? ['header'] : []),
    ...(/<footer[\s>]/.test(html.slice(slotAt)) ? ['footer'] : []),
  ];
}

/** Takes a snapshot. Runs in the page. @param place the attribute that names a fragment @param sheets see {@link styleLeaks} */
const read = ({ tokens, personal, place, sheets }: LayoutAsked & { place: string; sheets?: string }) => {
  /** Attributes with meaning rather than looks. */
  const attributes = [
    ...['href', 'target', 'action', 'src', 'alt', 'title', 'aria-label', 'aria-hidden', 'role', 'inert', 'hidden'],
    ...['disabled', 'tabindex', 'contenteditable', 'lang', 'dir'],
  ];
  /** Properties whose computed values follow from the page's length, not from a declaration. */
  const follows =
    /^(block-size|height|inline-size|width|perspective-origin|transform-origin|inset|top|bottom|left|right|contain-intrinsic)/;
  const properties = [...getComputedStyle(document.documentElement)].filter((name) => !follows.test(name));
  const asked = [...new Set([...properties, ...tokens])];
  const placeOf = (element: Element): string => {
    const parent = element.parentElement;
    if (!parent || /^(HTML|BODY|HEADER|FOOTER|MAIN)$/.test(element.tagName)) return element.tagName.toLowerCase();
    return `${placeOf(parent)}>${element.tagName.toLowerCase()}:${[...parent.children].indexOf(element)}`;
  };
  /** True for a marked link to the present page or to one above it, and for a mark that is no link. */
  const isCurrent = (marked: Element | null): boolean => {
    const address = marked?.closest('a')?.href;
    if (address === undefined) return marked !== null;
    const { origin, pathname } = new URL(address, location.href);
    return origin === location.origin && `${location.pathname}/`.startsWith(pathname.replace(/\/?$/, '/'));
  };
  /** True for elements that depend on the page that is shown. */
  const isOfPage = (element: Element): boolean =>
    element.closest('dialog') !== null ||
    isCurrent(element.closest('[aria-current]')) ||
    isCurrent(element.querySelector(':scope > [aria-current]')) ||
    element.parentElement?.closest('svg, [aria-expanded]') != null;
  const around = sheets === undefined ? 'html, body' : 'html, body, #app';
  const ours = [...document.styleSheets].filter(({ href }) => sheets && href?.includes(sheets));
  const look = (areOff: boolean): Omit<LayoutRead, 'sent'> => {
    for (const sheet of ours) sheet.disabled = areOff;
    for (const animation of document.getAnimations()) {
      const { effect } = animation;
      const target = effect instanceof KeyframeEffect ? effect.target : undefined;
      if (animation instanceof CSSTransition && !target?.closest('#slot')) animation.finish();
    }
    const elements: Record<string, string[]> = {};
    for (const element of document.querySelectorAll(`${around}, header, header *, main, footer, footer *`)) {
      if (element.closest('#slot') || (sheets === undefined && isOfPage(element))) continue;
      if (personal.includes(element.parentElement?.closest(`[${place}]`)?.getAttribute(place) ?? '')) continue;
      const style = getComputedStyle(element);
      const looks = asked.map((name) => {
        const value = style.getPropertyValue(name);
        // A layout may defer elements far from the viewport until a visitor comes near.
        return name === 'content-visibility' && value === 'auto' ? 'visible' : value;
      });
      const own = [...element.childNodes].filter(({ nodeType }) => nodeType === Node.TEXT_NODE);
      const words = own
        .map(({ nodeValue }) => nodeValue)
        .join('')
        .trim();
      elements[placeOf(element)] = [...looks, ...attributes.map((name) => element.getAttribute(name) ?? ''), words];
    }
    const fonts = [...document.fonts].map(({ family }) => family.replaceAll(/["']/g, '').toLowerCase()).sort();
    return { properties: [...asked, ...attributes.map((name) => `[${name}]`), 'words'], elements, fonts };
  };
  return { without: ours.length > 0 ? look(true) : undefined, now: look(false) };
};

// Only these fields can be serialised into the page.
export const readLayout = async (page: Page, { tokens, personal }: LayoutAsked): Promise<LayoutRead> => ({
  ...(await page.evaluate(read, { tokens, personal, place: FRAGMENT_ATTRIBUTES.of })).now,
  sent: await readSent(page),
});

const SHOWN = 6;

/** Compares two snapshots. @returns a few words for each change. Elements in only one of the two are not compared. */
export function layoutChanges(before: LayoutRead, after: LayoutRead): string[] {
  const found = new Map<string, string>();
  for (const [place, values] of Object.entries(after.elements)) {
    const were = before.elements[place];
    if (!were) continue;
    for (const [index, name] of after.properties.entries()) {
      const was = were[before.properties.indexOf(name)];
      // An inherited change shows in each descendant: the first stands for all.
      if (was === undefined || was === values[index] || found.has(name)) continue;
      found.set(name, `${place} ${name}: ${was} → ${values[index]}`);
    }
  }
  const count = (fonts: readonly string[], family: string) => fonts.filter((one) => one === family).length;
  const replaced = [...new Set(before.fonts)].filter((one) => count(after.fonts, one) > count(before.fonts, one));
  const gone = Object.keys(before.elements).filter((place) => after.sent.includes(place) && !after.elements[place]);
  return [
    ...gone.map((place) => `the ${place} is gone`),
    ...replaced.map((family) => `another face of the shell's font "${family}" is declared`),
    ...[...found.values()].slice(0, SHOWN),
  ];
}

/**
 * Finds what an app's style sheets change outside its slot and fragments. Compares computed styles with and without the sheets
 * in one frame, because animations move on. @param fragments the app's own @returns lines as `body margin-top: 0px → 40px`
 */
export async function styleLeaks(page: Page, app: string, fragments: readonly string[]): Promise<string[]> {
  const asked = { tokens: [], personal: fragments, place: FRAGMENT_ATTRIBUTES.of, sheets: `/_releases/${app}/` };
  const { without, now } = await page.evaluate(read, asked);
  return without ? layoutChanges({ ...without, sent: [] }, { ...now, sent: [] }) : [];
}

/** The longest wait for a link to lead to its page. */
const LONGEST_MS = 3_000;

/** Scrolls the part's first link to another page of the site into view. Runs in the page. */
const linkOf = (part: string) => {
  for (const link of document.querySelectorAll<HTMLAnchorElement>(`${part} a[href^="/"]`)) {
    if (link.closest('#slot, dialog') || link.target || new URL(link.href).pathname === location.pathname) continue;
    if (!link.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
    link.scrollIntoView({ block: 'nearest', behavior: 'instant' });
    // The first line's middle is taken, because the middle of a wrapped link may lie outside it.
    const [{ left, top, width, height } = link.getBoundingClientRect()] = link.getClientRects();
    if (width === 0 || height === 0) continue;
    const [x, y] = [left + width / 2, top + height / 2];
    // A covered link is skipped here: another finding names what covers it.
    if (!link.contains(document.elementFromPoint(x, y))) continue;
    return { text: (link.textContent ?? '').trim().slice(0, 30), path: new URL(link.href).pathname, x, y };
  }
  return undefined;
};

/**
 * Clicks a link of the layout with the mouse, as a visitor of the remote's page would, and comes back by a page load.
 * @returns a few words for each expected effect that fails
 */
export async function pressLayout(
  { page, context, troubles }: OpenedPage,
  part: 'header' | 'footer',
): Promise<string[]> {
  const found: string[] = [];
  const address = page.url();
  const windows: Page[] = [];
  const note = (other: Page) => windows.push(other);
  const link = await page.evaluate(linkOf, part);
  if (!link) return [];
  context.on('page', note);
  const sound = troubles.length;
  await page.mouse.click(link.x, link.y);
  await page
    .waitForURL(({ pathname }) => pathname === link.path, { timeout: LONGEST_MS, waitUntil: 'commit' })
    .catch(() => found.push(`a press on "${link.text}" of the ${part} does not lead to ${link.path}`));
  await page.goto(address, { waitUntil: 'commit', timeout: LONGEST_LOAD_MS });
  // The other page was left before it had loaded: troubles from that are not this remote's.
  troubles.splice(sound);
  context.off('page', note);
  for (const other of windows) await other.close().catch(() => {});
  if (windows.length > 0) found.push(`a press on "${link.text}" of the ${part} opens another window`);
  return found;
}

/**
 * Finds links and buttons of header and footer that an element of the remote covers, so that a click misses them. Runs
 * in the page and scrolls it.
 */
const covered = (): string[] => {
  const found: string[] = [];
  const isRemotes = (element: Element): boolean => {
    if (element.closest('#slot')) return true;
    const top = element.closest('body > *');
    return top !== null && top !== document.querySelector('#app') && !top.contains(document.querySelector('#slot'));
  };
  const letThrough = new Set(
    [...document.querySelectorAll('#slot, #slot *, body > *')].filter(
      (one) => getComputedStyle(one).pointerEvents === 'none',
    ),
  );
  /** True for an element that takes clicks, or that lets them through but is painted, so that it hides what is below. */
  const isInTheWay = (element: Element): boolean => {
    if (!letThrough.has(element)) return true;
    const { backgroundColor, backgroundImage } = getComputedStyle(element);
    const isPainted = backgroundImage !== 'none' || !/^transparent$|^rgba\(.*, 0\)$|\/ 0\)$/.test(backgroundColor);
    return (
      (isPainted || element.matches('img, canvas, video, svg')) && element.checkVisibility({ opacityProperty: true })
    );
  };
  const touchable = new CSSStyleSheet();
  touchable.replaceSync('#slot, #slot *, body > * { pointer-events: auto !important }');
  document.adoptedStyleSheets.push(touchable);
  const test = (part: string) => {
    for (const control of document.querySelectorAll<HTMLElement>(`${part} a, ${part} button`)) {
      if (!control.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
      const { left, top, width, height } = control.getBoundingClientRect();
      const [x, y] = [left + width / 2, top + height / 2];
      if (width === 0 || x < 0 || y < 0 || x >= innerWidth || y >= innerHeight) continue;
      const over = document.elementsFromPoint(x, y);
      const hit = over.slice(0, over.indexOf(control)).find((one) => isRemotes(one) && isInTheWay(one));
      if (!hit) continue;
      const by = `${hit.tagName.toLowerCase()}${hit.classList[0] ? `.${hit.classList[0]}` : ''}`;
      found.push(`"${(control.textContent ?? '').trim().slice(0, 30)}" of the ${part} lies under ${by}`);
    }
  };
  scrollTo({ top: 0, behavior: 'instant' });
  test('header');
  scrollTo({ top: document.documentElement.scrollHeight, behavior: 'instant' });
  test('footer');
  scrollTo({ top: 0, behavior: 'instant' });
  document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => sheet !== touchable);
  return found;
};

export const coveredLayout = (page: Page): Promise<string[]> => page.evaluate(covered);
