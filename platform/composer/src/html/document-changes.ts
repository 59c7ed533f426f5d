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

/** @param attributes as they are written @returns false when it surely changes nothing of the document */
export const mayChangeDocument = (name: string, attributes: string): boolean =>
  TO_BE_READ[name]?.test(attributes) ?? false;

/** How an element changes the document around it, for the sentence "holds a …"; undefined when it does not. */
export function documentChange(name: string, attributes: readonly Attribute[]): string | undefined {
  if (FORBIDDEN.has(name)) return `<${name}>`;
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
