import { parseFragment } from 'parse5';

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
