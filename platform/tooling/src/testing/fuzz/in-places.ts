import type { Page } from 'playwright-core';
import { fillPlaces, findPlaces } from '../../../../composer/src/fragments/fragment-filler';
import { whyNoFragment } from '../../../../composer/src/html/parse-fragment';
import { randomHtml } from './random-html';

const PLACE = '<fragment-slot data-fragment="shop/one"></fragment-slot>';

/** HTML of pages around a fragment's place, as frameworks and people write it. */
const PLACES: readonly string[] = [
  PLACE,
  `<p>a ${PLACE} b</p>`,
  `<a href="/x">${PLACE}</a>`,
  `<form><p>${PLACE}</p><input name="a"></form>`,
  `<button>${PLACE}</button>`,
  `<table><tbody><tr><td>${PLACE}</td><td>b</td></tr></tbody></table>`,
  `<table><caption>${PLACE}</caption></table>`,
  `<table>${PLACE}<tr><td>b</td></tr></table>`,
  `<select><option>${PLACE}</option></select>`,
  `<svg><g>${PLACE}</g></svg>`,
  `<svg><foreignObject>${PLACE}</foreignObject></svg>`,
  `<ul><li>${PLACE}</li><li>b</li></ul>`,
  `<dl><dt>a</dt><dd>${PLACE}</dd></dl>`,
  `<h2>${PLACE}</h2>`,
  `<section><b><i>${PLACE}</i></b></section>`,
  `<details><summary>${PLACE}</summary>b</details>`,
  `<ruby>a<rt>${PLACE}</rt></ruby>`,
  `<nobr>${PLACE}</nobr>`,
  `<object>${PLACE}</object>`,
  `<ul><li>a<li>${PLACE}</ul>`,
  `<p><b>a</p>${PLACE}<p>b</b></p>`,
  `<fragment-slot data-fragment="shop/outer"><p>${PLACE}</p></fragment-slot>`,
];

/** A page as composers make it: everything around the slot must stay unchanged. */
const pageOf = (html: string): string =>
  `<!doctype html><html><head><title>t</title></head><body><div id="app"><header>h</header><main><div>${html}</div></main><footer>f</footer></div><script type="application/json" id="state">{}</script></body></html>`;

interface Case {
  filled: string;
  empty: string;
  /** Its index among the page's `fragment-slot` elements. */
  index: number;
}

/** @returns for each case, true when the page outside the slot equals that with an empty slot, in both ways to parse */
const readInBrowser = (page: Page, cases: readonly Case[]): Promise<boolean[]> =>
  page.evaluate((all) => {
    const frame = document.body.appendChild(document.createElement('iframe'));
    /** Parses HTML with scripts on, as a loading page is parsed. */
    const written = (html: string): Document => {
      const made = frame.contentDocument as Document;
      made.open();
      made.write(html);
      made.close();
      return made;
    };
    const withoutScripts = (html: string): Document => new DOMParser().parseFromString(html, 'text/html');
    const around = (read: (html: string) => Document, { html, index }: { html: string; index: number }): string => {
      const made = read(html);
      made.querySelectorAll('fragment-slot')[index]?.replaceChildren();
      return made.documentElement.outerHTML;
    };
    const verdicts = all.map(({ filled, empty, index }) =>
      [written, withoutScripts].every(
        (read) => around(read, { html: filled, index }) === around(read, { html: empty, index }),
      ),
    );
    frame.remove();
    return verdicts;
  }, cases);

interface Verdicts {
  /** HTML that the check accepts although it leaves its slot in this browser. Must stay empty. */
  escaped: string[];
  /** Pieces that pass in a page's slot, are refused in this place, and would have left it in this browser. */
  caught: number;
  accepted: number;
  /** Pieces that are refused in this place although this browser would keep them in. */
  strict: number;
}

/** Puts random HTML into every place. @param turns pieces of HTML for each place */
export async function tryPlaces(page: Page, next: () => number, turns: number): Promise<Verdicts> {
  const verdicts: Verdicts = { escaped: [], caught: 0, accepted: 0, strict: 0 };
  for (const host of PLACES) {
    const slot = findPlaces(host).at(-1);
    // The composer puts no fragment into a misplaced place.
    if (!slot || slot.misplacedIn) continue;
    const fill = (content: string) => pageOf(fillPlaces(host, [slot], [{ attributes: '', content }]));
    const index = slot.around.filter((name) => name === 'fragment-slot').length;
    const tried = Array.from({ length: turns }, () => randomHtml(next));
    const isKept = await readInBrowser(
      page,
      tried.map((html) => ({ filled: fill(html), empty: fill(''), index })),
    );
    tried.forEach((html, at) => {
      const isAccepted = whyNoFragment(html, [...slot.around, 'fragment-slot']) === undefined;
      if (isAccepted) verdicts.accepted += 1;
      if (isAccepted && !isKept[at]) verdicts.escaped.push(`${host}: ${html}`);
      if (!isAccepted && isKept[at]) verdicts.strict += 1;
      if (!isAccepted && !isKept[at] && whyNoFragment(html) === undefined) verdicts.caught += 1;
    });
  }
  return verdicts;
}
