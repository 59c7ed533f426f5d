import type { PublicConfig } from '@wholepage/contracts/config';
import { FRAGMENT_ATTRIBUTES, FRAGMENT_ELEMENT, FRAGMENT_FALLBACK_ATTRIBUTE } from '@wholepage/contracts/fragment';
import type { MenuItem } from '@wholepage/contracts/navigation';
import { SLOT_ID } from '@wholepage/contracts/page';

/** What `site/site.ts` gives to every page. */
export interface SiteConfig extends PublicConfig {
  navigation: { menu: MenuItem[] };
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string): string => text.replace(/[&<>"]/g, (character) => ENTITIES[character] ?? character);

/** The place of a fragment: its HTML when its remote has made it, else the fallback. */
const fragmentPlace = (of: string, fallback: string): string =>
  `<${FRAGMENT_ELEMENT} ${FRAGMENT_ATTRIBUTES.of}="${of}"></${FRAGMENT_ELEMENT}><div ${FRAGMENT_FALLBACK_ATTRIBUTE} class="frame-fallback">${fallback}</div>`;

const menuOf = (menu: readonly MenuItem[], path: string): string =>
  menu
    .map(
      ({ label, href }) =>
        `<li><a href="${escaped(href)}"${href === path ? ' aria-current="page"' : ''}>${escaped(label)}</a></li>`,
    )
    .join('');

const NOT_FOUND =
  '<div class="frame-lost"><h1>There is no such page</h1><p>The address may be mistyped. <a href="/">Back to the first page</a>.</p></div>';

/** The frame around a page, in HTML. @param found whether a remote owns the path */
export function frameOf({ site, navigation }: SiteConfig, path: string, found: boolean) {
  const name = escaped(site.name);
  return {
    before: `<a class="frame-skip" href="#main">Skip to content</a><header class="frame-header"><a class="frame-brand" href="/">${name}</a><nav class="frame-nav" aria-label="Main"><ul>${menuOf(navigation.menu, path)}</ul></nav></header><main id="main" tabindex="-1"><div id="${SLOT_ID}">`,
    after: `${found ? '' : NOT_FOUND}</div></main><footer class="frame-footer"><div class="frame-inner">${fragmentPlace('home/opening-hours', '<p>Ask us when we are open.</p>')}<p class="frame-small">${name}</p></div></footer>`,
  };
}
