import type { Page } from 'playwright-core';
import { look } from './look';
import type { Random } from './random';
import { readPage } from './read-page';
import type { Place, Step } from './step';

/** Returns everything on the page that a visitor can act on now. */
const offered = (page: Page) =>
  readPage(page, () => {
    const seen = <E extends HTMLElement>(selector: string): E[] =>
      [...document.querySelectorAll<E>(selector)].filter((element) =>
        element.checkVisibility({ visibilityProperty: true, opacityProperty: true }),
      );
    const words = (element: Element) => (element.textContent ?? '').replace(/\s+/g, ' ').trim();
    const links = (within: string) =>
      seen<HTMLAnchorElement>(`${within} a[href]`)
        .filter(
          ({ origin, target, pathname }) => origin === window.location.origin && !target && !pathname.includes('.'),
        )
        .filter((link) => !link.hasAttribute('download') && !link.getAttribute('href')?.startsWith('#'))
        .map((link) => link.getAttribute('href') ?? '');
    return {
      header: links('header'),
      main: links('main'),
      footer: links('footer'),
      // Where the menu is a drawer, the row of links exists but is hidden.
      drawer: seen('header button[aria-haspopup="dialog"]').flatMap(() =>
        [...document.querySelectorAll('header nav a[href^="/"]')].map((link) => link.getAttribute('href') ?? ''),
      ),
      // Links in the menus behind links of the row.
      menu: seen('header nav button[aria-expanded]').flatMap((button) =>
        [...document.querySelectorAll(`#${button.getAttribute('aria-controls')} a[href^="/"]`)].map(
          (link) => link.getAttribute('href') ?? '',
        ),
      ),
      dialogs: seen('main button, header button[aria-haspopup="dialog"]')
        .map(words)
        .filter((name) => /^(Let's Get Started|Get In Touch|Enrol Now|Menu$)/.test(name)),
      tabs: seen('main [role="tab"]').map(words),
      items: seen('main :is(h2, h3) > button[aria-expanded]').map(words),
    };
  });

/** Kinds of steps with their weights. */
const OFTEN: readonly [Step['do'], number][] = [
  ['link', 34],
  ['back', 22],
  ['forward', 12],
  ['scroll', 12],
  ['tab', 6],
  ['item', 5],
  ['dialog', 5],
  ['reload', 4],
];
const DOINGS = OFTEN.flatMap(([doing, times]) => Array<Step['do']>(times).fill(doing));

/** Most links are in the page itself. */
const PLACES: readonly Place[] = ['header', 'drawer', 'menu', 'main', 'main', 'main', 'footer'];

const HASTE = 0.12;

/** Draws a visitor's next step from what the page offers. @param first number of history entries behind the walk's first one */
export async function choose(page: Page, random: Random, first: number): Promise<Step> {
  const [{ behind, ahead }, offer] = [await look(page), await offered(page)];
  for (;;) {
    const kind = random.pick(DOINGS);
    const hasty = random.chance(HASTE);
    switch (kind) {
      case 'link': {
        const places = PLACES.filter((place) => offer[place].length > 0);
        const where = random.pick(places);
        const href = where && random.pick(offer[where]);
        if (where && href) return { do: 'link', href, where, key: random.chance(0.3), hasty };
        break;
      }
      case 'back':
        if (behind > first) return { do: 'back', hasty };
        break;
      case 'forward':
        if (ahead > 0) return { do: 'forward', hasty };
        break;
      case 'scroll':
        return { do: 'scroll', part: Math.round(random.next() * 100) / 100 };
      case 'dialog': {
        const name = random.pick(offer.dialogs);
        const leave = behind > first && random.chance(0.3) ? 'by going back' : 'by Escape';
        if (name) return { do: 'dialog', name, leave };
        break;
      }
      case 'tab':
      case 'item': {
        const name = random.pick(kind === 'tab' ? offer.tabs : offer.items);
        if (name) return { do: kind, name };
        break;
      }
      default:
        return { do: 'reload' };
    }
  }
}
