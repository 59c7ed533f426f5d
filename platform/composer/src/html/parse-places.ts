import { FRAGMENT_ELEMENT } from '@wholepage/contracts/fragment';
import { type DefaultTreeAdapterMap, Parser, type Token } from 'parse5';
import { MOST_PLACES, type PlaceInHtml } from './places';

/** Parents out of which browsers move everything that is not a part of a table. */
const TABLES = new Set(['table', 'thead', 'tbody', 'tfoot', 'tr', 'colgroup']);
/** Within them it is no element of HTML, or none that is shown. */
const CLOSED = new Set(['svg', 'math', 'select']);

class PlaceParser extends Parser<DefaultTreeAdapterMap> {
  readonly places: PlaceInHtml[] = [];

  override onStartTag(token: Token.TagToken): void {
    super.onStartTag(token);
    if (token.tagName !== FRAGMENT_ELEMENT || this.openElements.tmplCount > 0) return;
    const { items, stackTop, current } = this.openElements;
    if (!token.location || !current || !('tagName' in current) || current.tagName !== FRAGMENT_ELEMENT) return;
    const open = items.slice(0, stackTop).flatMap((item) => ('tagName' in item ? item.tagName : []));
    const [, , ...around] = open;
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
  parser.tokenizer.write(before + html, true);
  return parser.places.slice(0, MOST_PLACES).map((place) => ({
    ...place,
    attributesAt: place.attributesAt - before.length,
    contentAt: place.contentAt - before.length,
  }));
}
