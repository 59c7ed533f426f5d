import { FRAGMENT_ATTRIBUTES, FRAGMENT_ELEMENT } from '@wholepage/contracts/fragment';
import { type FragmentWhen, fragmentWhenSchema } from '@wholepage/contracts/fragment-schema';
import { type DefaultTreeAdapterTypes, parseFragment } from 'parse5';

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

/** Places for fragments in this HTML, in their order. What only looks like one, in a comment or a text, is none. */
export function findSlots(html: string): FoundSlot[] {
  if (!html.includes(MARKUP)) return [];
  const found: FoundSlot[] = [];
  const left: Node[] = [...parseFragment(html, { sourceCodeLocationInfo: true }).childNodes];
  for (let node = left.shift(); node; node = left.shift()) {
    if (!('tagName' in node)) continue;
    const slot = node.tagName === FRAGMENT_ELEMENT ? slotOf(node) : undefined;
    if (slot) found.push(slot);
    left.push(...node.childNodes);
  }
  return found.sort((one, other) => one.contentAt - other.contentAt);
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
