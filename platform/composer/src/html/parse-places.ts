import { FRAGMENT_ELEMENT } from '@wholepage/contracts/fragment';
import type { Token } from 'parse5';
import { OpenParser } from './open-parser';
import { MOST_PLACES, type PlaceInHtml } from './places';

/** Parents out of which browsers move everything that is not a part of a table. */
const TABLES = new Set(['table', 'thead', 'tbody', 'tfoot', 'tr', 'colgroup']);
/** Within them it is no element of HTML, or none that is shown. */
const CLOSED = new Set(['svg', 'math', 'select']);

class PlaceParser extends OpenParser {
  readonly places: PlaceInHtml[] = [];

  read(html: string): void {
    this.write(html, true);
  }

  override onStartTag(token: Token.TagToken): void {
    super.onStartTag(token);
    if (token.tagName !== FRAGMENT_ELEMENT || this.isInTemplate) return;
    const { current } = this;
    if (!token.location || !current || !('tagName' in current) || current.tagName !== FRAGMENT_ELEMENT) return;
    const open = this.state().open.flatMap((item) => ('tagName' in item ? item.tagName : []));
    const around = open.slice(2, -1);
    const parent = around.at(-1) ?? '';
    this.places.push({
      attributesAt: token.location.startOffset + `<${FRAGMENT_ELEMENT}`.length,
      contentAt: token.location.endOffset,
      around,
      misplacedIn: around.find((name) => CLOSED.has(name)) ?? (TABLES.has(parent) ? parent : undefined),
    });
  }
}

/** Places for fragments in any HTML, as a browser's parser would read it. */
export function parsePlaces(html: string, around: readonly string[]): PlaceInHtml[] {
  const before = `<!doctype html><html><head></head><body>${around.map((name) => `<${name}>`).join('')}`;
  const parser = new PlaceParser({ sourceCodeLocationInfo: true });
  parser.read(before + html);
  return parser.places.slice(0, MOST_PLACES).map((place) => ({
    ...place,
    attributesAt: place.attributesAt - before.length,
    contentAt: place.contentAt - before.length,
  }));
}
