import { FRAGMENT_ATTRIBUTES, FRAGMENT_ELEMENT, FRAGMENT_FALLBACK_ATTRIBUTE } from '@wholepage/contracts/fragment';
import { type LayoutStatus, SLOT_ID } from '@wholepage/contracts/page';

/** Ids of the layout's parts. */
export const HEADER_ID = 'layout-header';
export const BOUNDARIES_ID = 'layout-boundaries';

/** The checkout has a header of its own, which leads nobody astray. */
export const hasHeader = (path: string): boolean => path !== '/checkout/checkout';

/** What the header is given for a page: the entry of its menu that leads there. */
export function headerProps(path: string): string {
  const current = path.startsWith('/products/') ? 'machines' : path === '/stores' ? 'stores' : undefined;
  return JSON.stringify({ current });
}

const escaped = (value: string): string => value.replaceAll('&', '&amp;').replaceAll('"', '&quot;');

/** The place of a fragment of team explore's. @param props JSON */
const fragmentPlace = (name: string, props = '{}', fallback = ''): string =>
  `<${FRAGMENT_ELEMENT} ${FRAGMENT_ATTRIBUTES.of}="explore/${name}" ${FRAGMENT_ATTRIBUTES.props}="${escaped(props)}"></${FRAGMENT_ELEMENT}>${
    fallback && `<div ${FRAGMENT_FALLBACK_ATTRIBUTE} class="layout-fallback">${fallback}</div>`
  }`;

const FALLBACK = '<p><a href="/">The Tractor Store</a></p>';

const MACHINES = '<a class="layout-way" href="/products/all">See all machines</a>';

/** Heading, words, way on and drawing of the shell's own pages. */
const OWN_PAGES: Record<Exclude<LayoutStatus, 200>, readonly [string, string, string, string]> = {
  401: [
    'Sign in first',
    'This page is for members.',
    '<a class="layout-way" href="/checkout/sign-in">Sign in</a>',
    'CL-03-GR',
  ],
  403: ['This field is fenced', 'This page is not for you.', MACHINES, 'CL-05-RD'],
  404: ['Nothing grows here', 'There is no page at this address.', MACHINES, 'AU-02-OG'],
};

const ownPage = (status: LayoutStatus): string => {
  if (status === 200) return '';
  const [heading, words, way, drawing] = OWN_PAGES[status];
  return `<div class="layout-lost"><div><h1>${heading}</h1><p>${words}</p>${way}</div><img src="/_site/${drawing}.svg" alt="" width="400" height="300"></div>`;
};

/** The layout around a page, in HTML. @param status of its own page, where no remote's is in it */
export function layoutOf(path: string, status: LayoutStatus): { before: string; after: string } {
  const header = hasHeader(path) ? fragmentPlace('header', headerProps(path), FALLBACK) : '';
  return {
    before: `<a class="layout-skip" href="#main">Skip to content</a><div id="${HEADER_ID}">${header}</div><main id="main" tabindex="-1"><div id="${SLOT_ID}">`,
    after: `${ownPage(status)}</div></main>${fragmentPlace('footer')}<aside class="boundary-toggle" aria-label="About this store"><input type="checkbox" id="${BOUNDARIES_ID}"><label for="${BOUNDARIES_ID}">Team boundaries</label></aside>`,
  };
}
