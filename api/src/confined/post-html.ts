import { marked } from 'marked';
import { type DefaultTreeAdapterTypes, defaultTreeAdapter, html as names, parseFragment, serialize } from 'parse5';
import type { Answer } from './confine';

export interface NamedPicture {
  /** As written. */
  source: string;
  alt: string;
  isServed: boolean;
}

/** Where a picture lies that a post names as `source`. */
export type Pictures = ReadonlyMap<string, { path: string; width?: number | undefined; height?: number | undefined }>;

export interface PostTask {
  markdown: string;
  /** Those that the post names; others are left out unless this API serves them already. */
  pictures: Pictures;
}

export interface WrittenPost {
  /** Safe to be put into a page as it is; undefined when no page can show it. */
  html: string | undefined;
  /** In Markdown or as HTML. */
  pictures: NamedPicture[];
  /** The first element, such as a video, that it holds and that no page shows. */
  embed: string | undefined;
}

type Node = DefaultTreeAdapterTypes.ChildNode;
type Element = DefaultTreeAdapterTypes.Element;
type Attributes = Readonly<Record<string, string | undefined>>;

/** What a page may hold of a post, and the attributes of each. */
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

/** What a writer would miss; text within other elements stays. */
const EMBEDS = new Set(['iframe', 'video', 'audio', 'svg', 'object', 'embed', 'canvas']);
/** Their text is not for readers. */
const DROPPED = new Set(['script', 'style', 'textarea', 'option', 'title', 'iframe', 'noembed', 'noframes', 'xmp']);
/** An `li` elsewhere needs a whole parser: the page's checker would have to read all of it. */
const LISTS = new Set(['ul', 'ol']);

/** Bounds of what is parsed: a parser's work may grow with the square of its input. */
const MOST_ELEMENTS = 10_000;
const DEEPEST = 100;

class TooMuchError extends Error {
  override name = 'TooMuchError';
}

/** The tree that browsers make of HTML within an element of a page. @throws TooMuchError */
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

/** What may stay of a node; within an element that goes, its content stays. */
function cleaned(node: Node, parent: string, pictures: Pictures): Node[] {
  if ('value' in node) return [node];
  if (!('tagName' in node) || DROPPED.has(node.tagName)) return [];
  // The page's title is its h1; a post must not bring a second one.
  const name = node.tagName === 'h1' ? 'h2' : node.tagName;
  const attributes = node.namespaceURI === names.NS.HTML ? ELEMENTS[name]?.(attributesOf(node), pictures) : undefined;
  const isKept = attributes && (name !== 'img' || attributes.src) && (name !== 'li' || LISTS.has(parent));
  const within = node.childNodes.flatMap((child) => cleaned(child, isKept ? name : parent, pictures));
  if (!isKept) return name === 'img' ? [] : within;
  const attrs = Object.entries(attributes).flatMap(([key, value]) => (value === undefined ? [] : { name: key, value }));
  const element = defaultTreeAdapter.createElement(name, names.NS.HTML, attrs);
  const [first] = within;
  // Parsers leave out the first end of line of a `pre`.
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

/** Readings after which HTML that is still read otherwise than it is written stays so. */
const MOST_READINGS = 5;

/** HTML that every browser reads as it is written; undefined when this HTML never becomes such. @throws TooMuchError */
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
  // What Word breaks within a paragraph, it copies with a sign that no browser shows.
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
      // Elements within elements without end: the stack is full before the tree's own bound is met.
      if (error instanceof TooMuchError || error instanceof RangeError)
        return { result: { html: undefined, pictures: [], embed: undefined } };
      return { failed: error instanceof Error ? error.message : String(error) };
    }
  };
  process.send?.(answer());
});
process.send?.('ready');
