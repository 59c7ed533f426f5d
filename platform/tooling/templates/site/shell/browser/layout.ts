import { FRAGMENT_ATTRIBUTES, FRAGMENT_ELEMENT, FRAGMENT_FALLBACK_ATTRIBUTE } from '@wholepage/contracts/fragment';
import type { PublicConfig } from '@wholepage/contracts/mount';
import { type LayoutStatus, SLOT_ID } from '@wholepage/contracts/page';
import type { MenuItem } from '@wholepage/contracts/site';

/** The settings that `site/site.ts` gives to every page. */
export interface SiteConfig extends PublicConfig {
  navigation: { menu: MenuItem[] };
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string): string => text.replace(/[&<>"]/g, (character) => ENTITIES[character] ?? character);

/** The place of a fragment, which shows its HTML, or the fallback while there is none. */
const fragmentPlace = (of: string, fallback: string): string =>
  `<${FRAGMENT_ELEMENT} ${FRAGMENT_ATTRIBUTES.of}="${of}"></${FRAGMENT_ELEMENT}><div ${FRAGMENT_FALLBACK_ATTRIBUTE} class="layout-fallback">${fallback}</div>`;

const menuOf = (menu: readonly MenuItem[], path: string): string =>
  menu
    .map(
      ({ label, href }) =>
        `<li><a href="${escaped(href)}"${href === path ? ' aria-current="page"' : ''}>${escaped(label)}</a></li>`,
    )
    .join('');

/** Heading and words of the shell's own pages. */
const OWN_PAGES: Record<Exclude<LayoutStatus, 200>, [string, string]> = {
  401: ['Please sign in', 'This page is for members.'],
  403: ['This page is not for you', 'It is open to others only.'],
  404: ['There is no such page', 'The address may be mistyped.'],
};

const ownPage = (status: LayoutStatus): string => {
  if (status === 200) return '';
  const [heading, words] = OWN_PAGES[status];
  return `<div class="layout-lost"><h1>${heading}</h1><p>${words} <a href="/">Back to the first page</a>.</p></div>`;
};

/** The layout around a page, in HTML. @param status of its own page, where no remote's is in it */
export function layoutOf({ site, navigation }: SiteConfig, path: string, status: LayoutStatus) {
  const name = escaped(site.name);
  return {
    before: `<a class="layout-skip" href="#main">Skip to content</a><header class="layout-header"><a class="layout-brand" href="/">${name}</a><nav class="layout-nav" aria-label="Main"><ul>${menuOf(navigation.menu, path)}</ul></nav></header><main id="main" tabindex="-1"><div id="${SLOT_ID}">`,
    after: `${ownPage(status)}</div></main><footer class="layout-footer"><div class="layout-inner">${fragmentPlace('home/opening-hours', '<p>Ask us when we are open.</p>')}<p class="layout-small">${name}</p></div></footer>`,
  };
}
