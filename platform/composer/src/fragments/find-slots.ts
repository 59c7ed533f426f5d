import { FRAGMENT_ATTRIBUTES, FRAGMENT_ELEMENT } from '@wholepage/contracts/fragment';
import { type FragmentWhen, fragmentWhenSchema } from '@wholepage/contracts/fragment-schema';
import { parseFragment, type Token } from 'parse5';
import { OpenParser } from '../html/open-parser';
import { AROUND_PAGE, MOST_PLACES, type PlaceInHtml } from '../html/places';
import { scanPlaces } from '../html/scan-fragment';

/** A place for a fragment in HTML, and where it is filled. */
export interface FoundSlot extends PlaceInHtml {
  /** `{app}/{name}` as it is written there. */
  of: string;
  /** JSON; empty for none. */
  props: string;
  required: boolean;
  /** Undefined: as its team declares it. */
  when: FragmentWhen | undefined;
}

const MARKUP = `<${FRAGMENT_ELEMENT}`;
const END_TAG = new RegExp(`</${FRAGMENT_ELEMENT}[ \\t\\n>]`, 'iy');

function slotOf(html: string, place: PlaceInHtml): FoundSlot | undefined {
  END_TAG.lastIndex = place.contentAt;
  // The composer alone puts something into it.
  if (!END_TAG.test(html)) return undefined;
  const attributes = readAttributes(html.slice(place.attributesAt - MARKUP.length, place.contentAt));
  const attribute = (name: string): string | undefined => attributes.find((each) => each.name === name)?.value;
  const of = attribute(FRAGMENT_ATTRIBUTES.of);
  if (of === undefined) return undefined;
  return {
    ...place,
    of,
    props: attribute(FRAGMENT_ATTRIBUTES.props) ?? '',
    required: attribute(FRAGMENT_ATTRIBUTES.required) !== undefined,
    when: fragmentWhenSchema.safeParse(attribute(FRAGMENT_ATTRIBUTES.when)).data,
  };
}

/**
 * Places for fragments in this HTML, in their order. What only looks like a place, in a comment or a text, is none.
 * @param around names of the elements that are open where the HTML stands, the outermost first
 */
export function findSlots(html: string, around = AROUND_PAGE): FoundSlot[] {
  if (!html.includes(MARKUP)) return [];
  return (scanPlaces(html, around) ?? parsePlaces(html, around)).flatMap((place) => slotOf(html, place) ?? []);
}

/** The HTML with each slot's attributes and content put in. @param filled in the order of the slots */
export function fillSlots(
  html: string,
  slots: readonly FoundSlot[],
  filled: readonly { attributes: string; content: string }[],
): string {
  const parts: string[] = [];
  let at = 0;
  slots.forEach(({ attributesAt, contentAt }, index) => {
    const { attributes = '', content = '' } = filled[index] ?? {};
    parts.push(html.slice(at, attributesAt), attributes, html.slice(attributesAt, contentAt), content);
    at = contentAt;
  });
  return parts.join('') + html.slice(at);
}

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

export interface Attribute {
  name: string;
  value: string;
}

/** A start tag as serializers write it: small letters, and each value in double quotes or none. */
const START_TAG = /^<[a-z][a-z0-9-]*((?:[ \n]+[a-z][a-z0-9-]*(?:="[^"\0\r]*")?)*)[ \n]*>$/;
const ATTRIBUTE = /([a-z][a-z0-9-]*)(?:="([^"]*)")?/g;

/** The references that serializers write. Who reads HTML must know two thousand more. */
const REFERENCES: Readonly<Record<string, string>> = {
  '&quot;': '"',
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&#39;': "'",
  '&#x27;': "'",
  '&nbsp;': '\u00a0',
};
const REFERENCE = /&(?:quot|amp|lt|gt|nbsp|#39|#x27);/g;
const OTHER_REFERENCE = /&(?!(?:quot|amp|lt|gt|nbsp|#39|#x27);)/;

const decoded = (value: string): string =>
  value.includes('&') ? value.replace(REFERENCE, (reference) => REFERENCES[reference] ?? reference) : value;

/**
 * The attributes of one element, as a browser reads them; of two with the same name the first counts.
 * @param startTag with its angle brackets
 */
export function readAttributes(startTag: string): Attribute[] {
  const written = START_TAG.exec(startTag)?.[1];
  if (written !== undefined && !OTHER_REFERENCE.test(written))
    return [...written.matchAll(ATTRIBUTE)].map(([, name = '', value = '']) => ({ name, value: decoded(value) }));
  const [element] = parseFragment(startTag).childNodes;
  return element && 'attrs' in element ? element.attrs : [];
}
