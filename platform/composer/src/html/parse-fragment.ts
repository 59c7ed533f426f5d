import {
  type DefaultTreeAdapterMap,
  type DefaultTreeAdapterTypes,
  defaultTreeAdapter,
  Parser,
  type ParserOptions,
  type Token,
  type TreeAdapter,
} from 'parse5';
import { AROUND_PAGE, documentChange, isPlainFragment, VOID } from './scan-fragment';

type Node = DefaultTreeAdapterTypes.Node;

/** Limits of parsed HTML: a parser's work may grow with the square of its input. */
const LONGEST = 64 * 1024;
const MOST_ELEMENTS = 20_000;
const DEEPEST = 400;

class TooMuchError extends Error {
  override name = 'TooMuchError';
}

/** Builds the tree. @throws TooMuchError when a few bytes become very many elements */
function boundedAdapter(): TreeAdapter<DefaultTreeAdapterMap> {
  let elements = 0;
  let depth = 0;
  return {
    ...defaultTreeAdapter,
    createElement(...args) {
      elements += 1;
      if (elements > MOST_ELEMENTS) throw new TooMuchError();
      return defaultTreeAdapter.createElement(...args);
    },
    onItemPush() {
      depth += 1;
      if (depth > DEEPEST) throw new TooMuchError();
    },
    onItemPop() {
      depth -= 1;
    },
  };
}

/** Returns an element below a node that a fragment may not hold. */
function forbiddenIn(root: Node, around: readonly string[]): string | undefined {
  const left: Node[] = [root];
  for (let node = left.pop(); node; node = left.pop()) {
    if ('tagName' in node) {
      const change = documentChange(node.tagName, node.attrs, around);
      if (change) return change;
    }
    if ('content' in node) left.push(node.content);
    if ('childNodes' in node) left.push(...node.childNodes);
  }
  return undefined;
}

function problemOf(html: string, around: readonly string[], scriptingEnabled: boolean): string | undefined {
  const { holder, problem } = StrictParser.read(html, around, { scriptingEnabled, treeAdapter: boundedAdapter() });
  if (problem || !holder) return problem ?? 'its HTML stands nowhere';
  const forbidden = forbiddenIn(holder, around);
  return forbidden && `its HTML holds a ${forbidden}`;
}

/** Returns why a page may not hold this HTML, as a browser's parser reads it. @param around open elements, outermost first */
export function fragmentProblem(html: string, around = AROUND_PAGE): string | undefined {
  if (html.length > LONGEST)
    return `its HTML is not well-formed or holds what it may not, and has too many characters (${html.length}) to look closer`;
  try {
    // With scripts enabled, browsers read a `noscript`'s content as text: both readings must pass.
    return problemOf(html, around, true) ?? (/<noscript/i.test(html) ? problemOf(html, around, false) : undefined);
  } catch (error) {
    if (error instanceof TooMuchError) return 'its HTML becomes too many elements';
    throw error;
  }
}

/** Returns why HTML leaves elements open, closes others, or changes the document around it; undefined when it does not. */
export const whyNoFragment = (html: string, around = AROUND_PAGE): string | undefined =>
  isPlainFragment(html, around) ? undefined : fragmentProblem(html, around);

type Options = ParserOptions<DefaultTreeAdapterMap>;
type Element = DefaultTreeAdapterTypes.Element;

/** Elements within which browsers and parsers treat unclosed elements differently. */
const STRICT = new Set(['select', 'svg', 'math', 'template']);

/**
 * Allowed in a `select`. Older browsers drop all other elements; newer ones keep them, and read text after a `title` or
 * a `style` to the end of the page.
 */
const IN_SELECT = new Set(
  'option optgroup hr button selectedcontent div span b i em strong small img legend'.split(' '),
);

/** Sentinel element after the fragment: it must be parsed as it would be without the fragment. */
const BEHIND = 'behind-fragment';

const elementsOf = ({ childNodes }: DefaultTreeAdapterTypes.ParentNode): Element[] =>
  childNodes.filter((child): child is Element => 'tagName' in child);

const isSame = (one: readonly unknown[], other: readonly unknown[]): boolean =>
  one.length === other.length && one.every((each, index) => each === other[index]);

/** Whether `html` and `body` have no attributes: their start tags anywhere add attributes to the document's. */
function isBare(document: DefaultTreeAdapterTypes.Document): boolean {
  const [root] = elementsOf(document);
  const [head, body, ...others] = root ? elementsOf(root) : [];
  return (
    others.length === 0 &&
    head?.childNodes.length === 0 &&
    [root, head, body].every((element) => element?.attrs.length === 0)
  );
}

/** The parser's state at one place, which decides how following HTML is read. */
export interface ParserState {
  open: readonly DefaultTreeAdapterTypes.ParentNode[];
  formatting: readonly unknown[];
  form: unknown;
  mode: unknown;
}

/**
 * A parser that exposes its open elements. It reads fields that parse5 calls internal; only this file does, and
 * `parse-fragment.test.ts` fails when a version of parse5 changes them.
 */
export class OpenParser extends Parser<DefaultTreeAdapterMap> {
  protected write(html: string, isLast: boolean): void {
    this.tokenizer.write(html, isLast);
  }

  protected get current(): DefaultTreeAdapterTypes.ParentNode | undefined {
    return this.openElements.current ?? undefined;
  }

  protected get isInTemplate(): boolean {
    return this.openElements.tmplCount > 0;
  }

  protected state(): ParserState {
    const { openElements, activeFormattingElements, formElement, insertionMode } = this;
    return {
      open: openElements.items.slice(0, openElements.stackTop + 1),
      formatting: [...activeFormattingElements.entries],
      form: formElement,
      mode: insertionMode,
    };
  }

  /** Whether an element of this name is open that was not open before. */
  protected isOpenSince(before: Pick<ParserState, 'open' | 'formatting'> | undefined, name: string): boolean {
    const { items, stackTop } = this.openElements;
    for (let at = stackTop; at >= (before?.open.length ?? 0); at -= 1) {
      const item = items[at];
      if (item && 'tagName' in item && item.tagName.toLowerCase() === name) return true;
    }
    // A misnested formatting element is open in this list alone.
    return this.activeFormattingElements.entries.some(
      (entry) => 'element' in entry && entry.element.tagName === name && !before?.formatting.includes(entry),
    );
  }
}

/** Parses HTML at its future place, and refuses what browsers may read differently. */
class StrictParser extends OpenParser {
  /** Open elements from the outermost strict element on. */
  private readonly open: string[] = [];
  private problem: string | undefined;
  private before: ParserState | undefined;
  private holder = '';
  /** Whether the fragment is read to its end. If its holder closes before that, the fragment closed it. */
  private isBehind = false;
  private ended = false;

  /** @returns the element that holds the fragment, and why the fragment is refused */
  static read(html: string, around: readonly string[], options: Options): { holder?: Element; problem?: string } {
    const parser = new StrictParser(options);
    if (html.toLowerCase().includes(BEHIND)) parser.refuse(`its HTML holds a <${BEHIND}>`);
    parser.write(`<!doctype html><html><head></head><body>${around.map((name) => `<${name}>`).join('')}`, false);
    parser.before = parser.state();
    const holder = parser.current;
    parser.holder = around.at(-1) ?? '';
    parser.write(html, false);
    parser.isBehind = true;
    if (!holder || !parser.state().open.includes(holder)) parser.refuse('its HTML ends its own slot');
    parser.write(`</${parser.holder}><${BEHIND}>`, true);
    const { problem, open, document } = parser;
    const isWhole = parser.ended && isBare(document);
    const [left] = open;
    const reason =
      problem ??
      (left && `its HTML leaves a <${left}> open`) ??
      (isWhole ? undefined : 'its HTML does not end where it should');
    return { ...(holder && 'attrs' in holder && { holder }), ...(reason && { problem: reason }) };
  }

  override onStartTag(token: Token.TagToken): void {
    const name = token.tagName;
    if (name === BEHIND) this.end();
    if (this.open.includes('select') && !IN_SELECT.has(name)) this.refuse(`its HTML holds a <${name}> in a <select>`);
    super.onStartTag(token);
    // The parser also acknowledges the start of an `svg`, and of obsolete elements that browsers leave open.
    const isClosed = token.ackSelfClosing && (token.selfClosing ? name !== 'keygen' : VOID.has(name));
    if (!isClosed && this.before && (this.open.length > 0 || STRICT.has(name))) this.open.push(name);
  }

  override onEndTag(token: Token.TagToken): void {
    const name = token.tagName;
    const [outermost] = this.open;
    if (outermost && this.open.pop() !== name)
      this.refuse(`its HTML has a </${name}> out of place in a <${outermost}>`);
    else if (!outermost && !this.isOpenSince(this.before, name)) this.closeWhatIsNotOwn(token);
    super.onEndTag(token);
  }

  /** Within `svg` and `math`, CDATA is text to browsers, possibly to the end of the page. */
  override onComment(token: Token.CommentToken): void {
    if (token.data.startsWith('[CDATA[')) this.refuse('its HTML holds a <![CDATA[');
    super.onComment(token);
  }

  /** Refuses end tags of elements that the fragment did not open. Its holder ends behind it; a `</p>` makes a paragraph. */
  private closeWhatIsNotOwn({ tagName, attrs }: Token.TagToken): void {
    if (tagName === this.holder && this.isBehind && attrs.length === 0) return;
    if (tagName !== 'p' && !VOID.has(tagName)) this.refuse(`its HTML closes a <${tagName}> that it did not open`);
  }

  private end(): void {
    const { before } = this;
    if (!before) return;
    const now = this.state();
    this.ended =
      isSame(before.open.slice(0, -1), now.open) &&
      isSame(before.formatting, now.formatting) &&
      before.form === now.form &&
      before.mode === now.mode;
  }

  private refuse(problem: string): void {
    this.problem ??= problem;
  }
}
