import { FRAGMENT_ATTRIBUTES, FRAGMENT_ELEMENT } from '@wholepage/contracts/fragment';
import { type FragmentWhen, fragmentWhenSchema } from '@wholepage/contracts/fragment-schema';
import { parsePlaces } from '../html/parse-places';
import { AROUND_PAGE, type PlaceInHtml } from '../html/places';
import { readAttributes } from '../html/read-attributes';
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
