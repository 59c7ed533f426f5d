import { FRAGMENT_ATTRIBUTES, FRAGMENT_ELEMENT } from '@wholepage/contracts/fragment';
import { type FragmentWhen, fragmentWhenSchema } from '@wholepage/contracts/fragment-schema';
import { type DefaultTreeAdapterTypes, parseFragment } from 'parse5';
import { isPlainFragment } from '../html/scan-fragment';

/** A place for a fragment in HTML, and where it is filled. */
export interface FoundSlot {
  /** `{app}/{name}` as it is written there. */
  of: string;
  /** JSON; empty for none. */
  props: string;
  required: boolean;
  /** Undefined: as its team declares it. */
  when: FragmentWhen | undefined;
  /** Offset of the end of the element's name: attributes are put there. */
  attributesAt: number;
  /** Offset of the end of the start tag: the content is put there. */
  contentAt: number;
}

const MARKUP = `<${FRAGMENT_ELEMENT}`;
const END_TAG = `</${FRAGMENT_ELEMENT}>`;
/** Also what is a text to browsers: comments, and what is there for those who run no scripts. A value may hold what looks like a tag. */
const COMMENT_OR_PLACE = new RegExp(
  `<!--[^]*?-->|<noscript(?=[ \\t\\n>])[^]*?</noscript|${MARKUP}(?=[ \\t\\n>])(?:"[^"]*"|[^">])*>|<[a-zA-Z](?:"[^"]*"|[^">])*>`,
  'gi',
);
/** Many more than a page may have: those beyond it are not looked at. */
const MOST_FOUND = 200;

type Node = DefaultTreeAdapterTypes.ChildNode;

function slotOf(element: DefaultTreeAdapterTypes.Element): FoundSlot | undefined {
  const tag = element.sourceCodeLocation?.startTag;
  const attribute = (name: string): string | undefined => element.attrs.find((each) => each.name === name)?.value;
  const of = attribute(FRAGMENT_ATTRIBUTES.of);
  // The composer alone puts something into it.
  if (!tag || of === undefined || element.childNodes.length > 0) return undefined;
  return {
    of,
    props: attribute(FRAGMENT_ATTRIBUTES.props) ?? '',
    required: attribute(FRAGMENT_ATTRIBUTES.required) !== undefined,
    when: fragmentWhenSchema.safeParse(attribute(FRAGMENT_ATTRIBUTES.when)).data,
    attributesAt: tag.startOffset + MARKUP.length,
    contentAt: tag.endOffset,
  };
}

/** Of any HTML: what only looks like a place, in a comment or a text, is none. */
function parseSlots(html: string): FoundSlot[] {
  const found: FoundSlot[] = [];
  const left: Node[] = [...parseFragment(html, { sourceCodeLocationInfo: true }).childNodes];
  for (let node = left.pop(); node; node = left.pop()) {
    if (!('tagName' in node)) continue;
    const slot = node.tagName === FRAGMENT_ELEMENT ? slotOf(node) : undefined;
    if (slot) found.push(slot);
    for (const child of node.childNodes) left.push(child);
  }
  return found.sort((one, other) => one.contentAt - other.contentAt);
}

/** The same of HTML that is plain, where no text holds a tag. Its time grows with its length, however many elements it has. */
function scanSlots(html: string): FoundSlot[] {
  const found: FoundSlot[] = [];
  for (const match of html.matchAll(COMMENT_OR_PLACE)) {
    const [startTag] = match;
    if (startTag.slice(0, MARKUP.length).toLowerCase() !== MARKUP || found.length >= MOST_FOUND) continue;
    const contentAt = match.index + startTag.length;
    const [element] = parseFragment(startTag, { sourceCodeLocationInfo: true }).childNodes;
    const slot =
      html.startsWith(END_TAG, contentAt) && element && 'tagName' in element && element.tagName === FRAGMENT_ELEMENT
        ? slotOf(element)
        : undefined;
    if (slot) found.push({ ...slot, attributesAt: match.index + MARKUP.length, contentAt });
  }
  return found;
}

/** Places for fragments in this HTML, in their order. */
export function findSlots(html: string): FoundSlot[] {
  if (!html.includes(MARKUP)) return [];
  return isPlainFragment(html) ? scanSlots(html) : parseSlots(html).slice(0, MOST_FOUND);
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
