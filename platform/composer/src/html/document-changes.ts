import { PAGE_STATE_ID, SLOT_ID } from '@wholepage/contracts/page';
import { DOCUMENT_PROPERTIES } from './document-properties';
import { FORBIDDEN } from './elements';

interface Attribute {
  name: string;
  value: string;
}

/** What they say holds for the whole document, wherever they stand in it. */
const META_NAMES = /^(?:viewport|referrer|color-scheme|supported-color-schemes|theme-color|robots|\w*bot(?:-\w+)?)$/i;
const LINK_RELATIONS = /^(?:icon|shortcut|apple-touch-icon(?:-precomposed)?|mask-icon|manifest)$/i;

/** Attributes, as they are written, of a `meta` or `link` that has to be read as a whole. */
const TO_BE_READ: Readonly<Record<string, RegExp>> = { meta: /http-equiv|[ \t\n]name=/i, link: /icon|manifest|&/i };

/** Their `name` is a property of the document, as the `id` of any element may be (HTML, "Dom-tree-accessors"). */
const NAMED = /^(?:embed|form|iframe|img|object)$/;
const NAMING = /[ \t\n](id|name)="([^"]*)"/gi;

/** By these ids scripts find the parts of the frame. */
const FRAME_IDS: ReadonlySet<string> = new Set(['app', 'main', SLOT_ID, PAGE_STATE_ID]);

/** Whether scripts would get the element in place of a property of the document, or of a part of the frame around it. */
const takesPlace = (element: string, attribute: string, value: string, around: readonly string[]): boolean =>
  attribute === 'id'
    ? DOCUMENT_PROPERTIES.has(value) || (FRAME_IDS.has(value) && around.includes('main'))
    : attribute === 'name' && DOCUMENT_PROPERTIES.has(value) && NAMED.test(element);

/**
 * @param attributes as they are written @param around names of the elements around the HTML
 * @returns false when it surely changes nothing of the document
 */
export function mayChangeDocument(name: string, attributes: string, around: readonly string[]): boolean {
  if (TO_BE_READ[name]?.test(attributes)) return true;
  for (const [, attribute = '', value = ''] of attributes.matchAll(NAMING))
    if (value.includes('&') || takesPlace(name, attribute.toLowerCase(), value, around)) return true;
  return false;
}

/** How an element changes the document around it, for the sentence "holds a …"; undefined when it does not. */
export function documentChange(
  name: string,
  attributes: readonly Attribute[],
  around: readonly string[],
): string | undefined {
  if (FORBIDDEN.has(name)) return `<${name}>`;
  const naming = attributes.find((each) => takesPlace(name, each.name, each.value, around));
  if (naming) return `<${name} ${naming.name}="${naming.value}">`;
  const attribute = (wanted: string) => attributes.find((each) => each.name === wanted)?.value.trim();
  if (name === 'meta') {
    if (attribute('http-equiv') !== undefined) return '<meta http-equiv>';
    const named = attribute('name') ?? '';
    return META_NAMES.test(named) ? `<meta name="${named}">` : undefined;
  }
  const relation =
    name === 'link' &&
    attribute('rel')
      ?.split(/\s+/)
      .find((word) => LINK_RELATIONS.test(word));
  return relation ? `<link rel="${relation}">` : undefined;
}
