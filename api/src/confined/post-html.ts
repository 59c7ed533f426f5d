import { marked } from 'marked';
import { type DefaultTreeAdapterTypes, defaultTreeAdapter, html as names, parseFragment, serialize } from 'parse5';
import type { Answer } from './confine';

export interface NamedPicture {
  /** As written. */
  source: string;
  alt: string;
  isServed: boolean;
}

/** Paths and sizes of pictures, by the `source` in a post. */
export type Pictures = ReadonlyMap<string, { path: string; width?: number | undefined; height?: number | undefined }>;

export interface PostTask {
  markdown: string;
  /** Pictures of the post; others are dropped unless this API serves them already. */
  pictures: Pictures;
}

export interface WrittenPost {
  /** HTML that is safe in a page; undefined when no page can show it. */
  html: string | undefined;
  /** In Markdown or as HTML. */
  pictures: NamedPicture[];
  /** Its first element that pages do not show, such as a video. */
  embed: string | undefined;
}

type Node = DefaultTreeAdapterTypes.ChildNode;
type Element = DefaultTreeAdapterTypes.Element;
type Attributes = Readonly<Record<string, string | undefined>>;

/** Allowed elements, each with a filter of its attributes. */
const ELEMENTS: Readonly<Record<string, (given: Attributes, pictures: Pictures) => Attributes>> = {
  ...Object.fromEntries(
    [
      ...['h2', 'h3', 'h4', 'p', 'br', 'hr', 'ul', 'li', 'blockquote', 'strong', 'em', 'del', 'code', 'pre'],
      ...['table', 'thead', 'tbody', 'tr', 'figure', 'figcaption'],
    ].map((name) => [name, () => ({})]),
  ),
  a: ({ href, title, rel }) => {
    const address = isSafe(href) ? href : undefined;
    return { href: address, title, rel: /^https?:/.test(address ?? '') ? 'noopener' : rel };
  },
  img: ({ src = '', alt = '', title, width, height }, pictures) => {
    const known = pictures.get(src) ?? (SERVED.test(src) ? { path: src, width, height } : undefined);
    const size = known?.width && known.height ? { width: String(known.width), height: String(known.height) } : {};
    return { src: known?.path, alt, title: title || undefined, ...size };
  },
  th: ({ scope, align }) => ({ scope, align }),
  td: ({ align }) => ({ align }),
  ol: ({ start }) => ({ start }),
};

const SERVED = /^\/covers\/[\w-]+\.\w+$/;

const SCHEMES = new Set(['http:', 'https:', 'mailto:', 'tel:']);
const isSafe = (href: string | undefined): boolean =>
  href !== undefined && URL.canParse(href, 'http://a') && SCHEMES.has(new URL(href, 'http://a').protocol);

/** Dropped elements that a writer would miss; the text of all others stays. */
const EMBEDS = new Set(['iframe', 'video', 'audio', 'svg', 'object', 'embed', 'canvas']);
/** Elements dropped with their text. */
const DROPPED = new Set(['script', 'style', 'textarea', 'option', 'title', 'iframe', 'noembed', 'noframes', 'xmp']);
/** Parents of `li`: elsewhere it would make the composer's check fall back to a full parser. */
const LISTS = new Set(['ul', 'ol']);

/** Limits of parsed HTML: a parser's work may grow with the square of its input. */
const MOST_ELEMENTS = 10_000;
const DEEPEST = 100;

class TooMuchError extends Error {
  override name = 'TooMuchError';
}

/** Parses HTML as browsers do within an element. @throws TooMuchError */
function treeOf(html: string): DefaultTreeAdapterTypes.DocumentFragment {
  let elements = 0;
  let depth = 0;
  const bounded = {
    ...defaultTreeAdapter,
    createElement: (...args: Parameters<typeof defaultTreeAdapter.createElement>) => {
      elements += 1;
      if (elements > MOST_ELEMENTS) throw new TooMuchError();
      return defaultTreeAdapter.createElement(...args);
    },
    onItemPush: () => {
      depth += 1;
      if (depth > DEEPEST) throw new TooMuchError();
    },
    onItemPop: () => {
      depth -= 1;
    },
  };
  const around = defaultTreeAdapter.createElement('div', names.NS.HTML, []);
  return parseFragment(around, html, { treeAdapter: bounded, scriptingEnabled: false });
}

const attributesOf = ({ attrs }: Element): Attributes =>
  Object.fromEntries(attrs.map(({ name, value }) => [name, value]));

/** Returns the allowed part of a node; a dropped element leaves its content. */
function cleaned(node: Node, parent: string, pictures: Pictures): Node[] {
  if ('value' in node) return [node];
  if (!('tagName' in node) || DROPPED.has(node.tagName)) return [];
  // The page's title is its only h1.
  const name = node.tagName === 'h1' ? 'h2' : node.tagName;
  const attributes = node.namespaceURI === names.NS.HTML ? ELEMENTS[name]?.(attributesOf(node), pictures) : undefined;
  const isKept = attributes && (name !== 'img' || attributes.src) && (name !== 'li' || LISTS.has(parent));
  const within = node.childNodes.flatMap((child) => cleaned(child, isKept ? name : parent, pictures));
  if (!isKept) return name === 'img' ? [] : within;
  const attrs = Object.entries(attributes).flatMap(([key, value]) => (value === undefined ? [] : { name: key, value }));
  const element = defaultTreeAdapter.createElement(name, names.NS.HTML, attrs);
  const [first] = within;
  // Parsers drop the first line break of a `pre`.
  if (name === 'pre' && first && 'value' in first && first.value.startsWith('\n')) first.value = `\n${first.value}`;
  for (const child of within) defaultTreeAdapter.appendChild(element, child);
  return [element];
}

const clean = (html: string, pictures: Pictures): string => {
  const holder = defaultTreeAdapter.createDocumentFragment();
  for (const child of treeOf(html).childNodes)
    for (const node of cleaned(child, '', pictures)) defaultTreeAdapter.appendChild(holder, node);
  return serialize(holder).trim();
};

/** Most rounds of parsing and serialising until HTML is stable. */
const MOST_READINGS = 5;

/** Returns HTML that parses to what it serialises to; undefined when it never becomes stable. @throws TooMuchError */
function settled(html: string, pictures: Pictures): string | undefined {
  let before = clean(html, pictures);
  for (let reading = 0; reading < MOST_READINGS; reading += 1) {
    const after = clean(before, pictures);
    if (after === before) return after;
    before = after;
  }
  return undefined;
}

function write({ markdown, pictures }: PostTask): WrittenPost {
  // Word copies a line break within a paragraph as a vertical tab, which no browser shows.
  const html = marked.parse(markdown.replaceAll('\v', '\n'), { async: false, gfm: true });
  const named: NamedPicture[] = [];
  let embed: string | undefined;
  const left: Node[] = treeOf(html).childNodes.toReversed();
  for (let node = left.pop(); node; node = left.pop()) {
    if (!('tagName' in node)) continue;
    const { src = '', alt = '' } = attributesOf(node);
    if (node.tagName === 'img') named.push({ source: src, alt, isServed: SERVED.test(src) });
    if (EMBEDS.has(node.tagName)) embed ??= node.tagName;
    left.push(...node.childNodes.toReversed());
  }
  return { html: settled(html, pictures), pictures: named, embed };
}

process.on('message', (task: PostTask) => {
  const answer = (): Answer<WrittenPost> => {
    try {
      return { result: write(task) };
    } catch (error) {
      // Endlessly nested elements overflow the stack before the tree's own limit.
      if (error instanceof TooMuchError || error instanceof RangeError)
        return { result: { html: undefined, pictures: [], embed: undefined } };
      return { failed: error instanceof Error ? error.message : String(error) };
    }
  };
  process.send?.(answer());
});
process.send?.('ready');
