import { FRAGMENT_ATTRIBUTES, FRAGMENT_ELEMENT, FRAGMENT_FALLBACK_ATTRIBUTE } from '@wholepage/contracts/fragment';
import { SLOT_ID } from '@wholepage/contracts/page';

/** Ids of the frame's parts. */
export const HEADER_ID = 'frame-header';
export const BOUNDARIES_ID = 'boundaries';

/** The checkout has a header of its own, which leads nobody astray. */
export const hasHeader = (path: string): boolean => path !== '/checkout/checkout';

/** What the header is given for a page: the entry of its menu that leads there. */
export function headerProps(path: string): string {
  const current = path.startsWith('/products/') ? 'machines' : path === '/stores' ? 'stores' : undefined;
  return JSON.stringify({ current });
}

const escaped = (value: string): string => value.replaceAll('&', '&amp;').replaceAll('"', '&quot;');

/** The place of a fragment of team explore's. @param props JSON */
export const fragmentPlace = (name: string, props = '{}', fallback = ''): string =>
  `<${FRAGMENT_ELEMENT} ${FRAGMENT_ATTRIBUTES.of}="explore/${name}" ${FRAGMENT_ATTRIBUTES.props}="${escaped(props)}"></${FRAGMENT_ELEMENT}>${
    fallback && `<div ${FRAGMENT_FALLBACK_ATTRIBUTE} class="frame-fallback">${fallback}</div>`
  }`;

const FALLBACK = '<p><a href="/">The Tractor Store</a></p>';

const NOT_FOUND = `<div class="frame-lost"><h1>Nothing grows here</h1><p>There is no page at this address. <a href="/products/all">See all machines</a>.</p></div>`;

/** The frame around a page, in HTML. @param found whether a remote owns the path */
export function frameOf(path: string, found: boolean): { before: string; after: string } {
  const header = hasHeader(path) ? fragmentPlace('header', headerProps(path), FALLBACK) : '';
  return {
    before: `<a class="frame-skip" href="#main">Skip to content</a><div id="${HEADER_ID}">${header}</div><main id="main" tabindex="-1"><div id="${SLOT_ID}">`,
    after: `${found ? '' : NOT_FOUND}</div></main>${fragmentPlace('footer')}<aside class="boundary-toggle" aria-label="About this store"><input type="checkbox" id="${BOUNDARIES_ID}"><label for="${BOUNDARIES_ID}">Team boundaries</label></aside>`,
  };
}
