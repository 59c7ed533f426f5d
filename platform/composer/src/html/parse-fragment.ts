import { type DefaultTreeAdapterMap, type DefaultTreeAdapterTypes, defaultTreeAdapter, type TreeAdapter } from 'parse5';
import { documentChange } from './document-changes';
import { StrictParser } from './strict-parser';

type Element = DefaultTreeAdapterTypes.Element;
type Node = DefaultTreeAdapterTypes.Node;

/** Bounds of what is parsed: a parser's work may grow with the square of its input. */
const LONGEST = 64 * 1024;
const MOST_ELEMENTS = 20_000;
const DEEPEST = 400;

/**
 * What stands around a fragment in a page. A link or format that is left open would go on in the text behind it. A form
 * that is left open would swallow the next.
 */
const BEFORE = '<!doctype html><html><head></head><body><div><main><div>';
const AFTER = '</div><i></i><form></form></main></div></body></html>';

class TooMuchError extends Error {
  override name = 'TooMuchError';
}

/** Builds the tree, and gives up when a few bytes become very many elements. */
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

const elementsOf = (node: Node | undefined): Element[] =>
  node && 'childNodes' in node ? node.childNodes.filter((child): child is Element => 'tagName' in child) : [];

const isBare = (element: Element | undefined, name: string): boolean =>
  element?.tagName === name && element.attrs.length === 0;

/** @returns an element below this one that a fragment may not hold */
function forbiddenIn(root: Element): string | undefined {
  const left: Node[] = [root];
  for (let node = left.pop(); node; node = left.pop()) {
    if ('tagName' in node) {
      const change = documentChange(node.tagName, node.attrs);
      if (change) return change;
    }
    if ('content' in node) left.push(node.content);
    if ('childNodes' in node) left.push(...node.childNodes);
  }
  return undefined;
}

function problemOf(html: string, scriptingEnabled: boolean): string | undefined {
  const { document, problem } = StrictParser.read(BEFORE + html + AFTER, {
    scriptingEnabled,
    treeAdapter: boundedAdapter(),
  });
  if (problem) return problem;
  const [root, ...noMore] = elementsOf(document);
  const [head, body, ...others] = elementsOf(root);
  const [frame, ...outside] = elementsOf(body);
  const [main, ...beside] = elementsOf(frame);
  const [slot, text, form, ...behind] = elementsOf(main);
  const isOutside = [
    noMore,
    others,
    outside,
    beside,
    behind,
    elementsOf(head),
    elementsOf(text),
    elementsOf(form),
  ].some(({ length }) => length > 0);
  const isFramed =
    isBare(root, 'html') &&
    isBare(body, 'body') &&
    isBare(frame, 'div') &&
    isBare(main, 'main') &&
    isBare(text, 'i') &&
    isBare(form, 'form');
  if (isOutside || !isFramed || !slot || !isBare(slot, 'div')) return 'its HTML does not end where it should';
  const forbidden = forbiddenIn(slot);
  return forbidden && `its HTML holds a ${forbidden}`;
}

/** Says why a fragment of HTML may not stand in a page, as a browser's parser would read it; undefined when it may. */
export function fragmentProblem(html: string): string | undefined {
  if (html.length > LONGEST) return `its HTML is not well-formed, and with ${html.length} characters too long to mend`;
  try {
    // Browsers read what is in a `noscript` as text when they run scripts.
    return problemOf(html, true) ?? (/<noscript/i.test(html) ? problemOf(html, false) : undefined);
  } catch (error) {
    if (error instanceof TooMuchError) return 'its HTML becomes too many elements';
    throw error;
  }
}
