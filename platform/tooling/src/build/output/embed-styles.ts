import { EMBED_ATTRIBUTE } from '@wholepage/remote-kit/embed/release';
import { type Selector, type SelectorComponent, transform } from 'lightningcss';

/** Elements of a whole page, for which one element stands in a foreign page. */
const PAGE_ELEMENTS = new Set(['html', 'body', 'main']);

const EMBEDDED: SelectorComponent = { type: 'attribute', name: EMBED_ATTRIBUTE };

const isRoot = (part: SelectorComponent): boolean =>
  (part.type === 'pseudo-class' && part.kind === 'root') || (part.type === 'type' && PAGE_ELEMENTS.has(part.name));

/** A type stands first in a compound: what takes its place may as well. */
const embedded = (selector: Selector): Selector => selector.map((part) => (isRoot(part) ? EMBEDDED : part));

/** Nothing is inherited from the foreign page, and the remote is as high as its page. */
const FIRST = `@layer reset, tokens, base, components, pages;
@layer reset { [${EMBED_ATTRIBUTE}] { all: initial; display: block } }
`;
const LAST = `
[${EMBED_ATTRIBUTE}] { min-block-size: 0 }`;

/** Styles around a whole page, written for the element in which a remote stands in a foreign page's shadow root. */
export const embedStyles = (css: string): string =>
  transform({
    filename: 'embed.css',
    code: Buffer.from(FIRST + css + LAST),
    minify: true,
    visitor: { Selector: embedded },
  }).code.toString();
