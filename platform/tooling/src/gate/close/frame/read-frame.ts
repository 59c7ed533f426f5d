import { FRAGMENT_ATTRIBUTES } from '@wholepage/contracts/fragment';
import { SLOT_ID } from '@wholepage/contracts/page';
import type { Page } from 'playwright-core';
import { IGNORED_PROPERTIES } from '../../browser/probes/computed-styles';

/** How the shell's elements look at a moment. */
export interface FrameRead {
  properties: string[];
  /** Values in the order of the properties, by the place of an element in the frame: `header:0>nav:0>a:2`. */
  elements: Record<string, string[]>;
  /** Header and footer as the server sent them; a frame may leave one out at some paths. */
  sent: string[];
  /** Families of fonts that are declared, small letters, one entry for each face. */
  fonts: string[];
}

/** What is read of the frame. */
export interface FrameAsked {
  /** Names of the shell's custom properties. */
  tokens: readonly string[];
  /** Fragments whose content is left out: it is made for one visitor. */
  personal: readonly string[];
}

/** What an element says beside its looks. */
const ATTRIBUTES = [
  ...['href', 'target', 'action', 'src', 'alt', 'title', 'aria-label', 'aria-hidden', 'role', 'inert', 'hidden'],
  ...['disabled', 'tabindex', 'contenteditable', 'lang', 'dir'],
] as const;

interface Asked extends FrameAsked {
  attributes: readonly string[];
  ignored: string;
  /** The attribute that names a fragment. */
  place: string;
}

/** Asked for outside the page, whose scripts could answer something else. */
async function readSent(page: Page): Promise<string[]> {
  const html = await (await page.context().request.get(page.url())).text();
  const slotAt = html.indexOf(` id="${SLOT_ID}"`);
  return [
    ...(/<header[\s>]/.test(html.slice(0, slotAt)) ? ['header'] : []),
    ...(/<footer[\s>]/.test(html.slice(slotAt)) ? ['footer'] : []),
  ];
}

/** To be run in the page. Elements that say which page is shown differ from page to page, and are left out. */
const read = ({ tokens, personal, attributes, ignored, place }: Asked): Omit<FrameRead, 'sent'> => {
  const follows = new RegExp(ignored);
  for (const animation of document.getAnimations()) {
    const { effect } = animation;
    const target = effect instanceof KeyframeEffect ? effect.target : undefined;
    if (animation instanceof CSSTransition && !target?.closest('#slot')) animation.finish();
  }
  const properties = [...getComputedStyle(document.documentElement)].filter((name) => !follows.test(name));
  const asked = [...new Set([...properties, ...tokens])];
  const placeOf = (element: Element): string => {
    const parent = element.parentElement;
    if (!parent || /^(HTML|BODY|HEADER|FOOTER|MAIN)$/.test(element.tagName)) return element.tagName.toLowerCase();
    return `${placeOf(parent)}>${element.tagName.toLowerCase()}:${[...parent.children].indexOf(element)}`;
  };
  /** Whoever says that it leads to the present page leads there, or to one above it. */
  const isCurrent = (marked: Element | null): boolean => {
    const address = marked?.closest('a')?.href;
    if (address === undefined) return marked !== null;
    const { origin, pathname } = new URL(address, location.href);
    return origin === location.origin && `${location.pathname}/`.startsWith(pathname.replace(/\/?$/, '/'));
  };
  const elements: Record<string, string[]> = {};
  for (const element of document.querySelectorAll('html, body, header, header *, main, footer, footer *')) {
    if (element.closest('#slot, dialog') || isCurrent(element.closest('[aria-current]'))) continue;
    if (isCurrent(element.querySelector(':scope > [aria-current]'))) continue;
    if (element.parentElement?.closest('svg, [aria-expanded]')) continue;
    if (personal.includes(element.parentElement?.closest(`[${place}]`)?.getAttribute(place) ?? '')) continue;
    const style = getComputedStyle(element);
    const looks = asked.map((name) => {
      const value = style.getPropertyValue(name);
      // What is far from the window is laid out when somebody comes near: that is the frame's own.
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

export async function readFrame(page: Page, { tokens, personal }: FrameAsked): Promise<FrameRead> {
  const asked = {
    tokens,
    personal,
    attributes: ATTRIBUTES,
    ignored: IGNORED_PROPERTIES,
    place: FRAGMENT_ATTRIBUTES.of,
  };
  return { ...(await page.evaluate(read, asked)), sent: await readSent(page) };
}

const SHOWN = 6;

/** What differs of the frame, in few words each. An element that is there only once is not compared. */
export function frameChanges(before: FrameRead, after: FrameRead): string[] {
  const found = new Map<string, string>();
  for (const [place, values] of Object.entries(after.elements)) {
    const were = before.elements[place];
    if (!were) continue;
    for (const [index, name] of after.properties.entries()) {
      const was = were[before.properties.indexOf(name)];
      // What is inherited shows in each element below: the first stands for them.
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
