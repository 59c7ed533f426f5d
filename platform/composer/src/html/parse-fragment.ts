import { type DefaultTreeAdapterMap, type DefaultTreeAdapterTypes, defaultTreeAdapter, type TreeAdapter } from 'parse5';
import { documentChange } from './document-changes';
import { AROUND_PAGE } from './elements';
import { isPlainFragment } from './scan-fragment';
import { StrictParser } from './strict-parser';

type Node = DefaultTreeAdapterTypes.Node;

/** Bounds of what is parsed: a parser's work may grow with the square of its input. */
const LONGEST = 64 * 1024;
const MOST_ELEMENTS = 20_000;
const DEEPEST = 400;

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

/** @returns an element below this one that a fragment may not hold */
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

/**
 * Says why a fragment of HTML may not stand in a page, as a browser's parser would read it; undefined when it may.
 * @param around names of the elements that are open where it stands, the outermost first
 */
export function fragmentProblem(html: string, around = AROUND_PAGE): string | undefined {
  if (html.length > LONGEST)
    return `its HTML is not well-formed or holds what it may not, and has too many characters (${html.length}) to look closer`;
  try {
    // Browsers read what is in a `noscript` as text when they run scripts.
    return problemOf(html, around, true) ?? (/<noscript/i.test(html) ? problemOf(html, around, false) : undefined);
  } catch (error) {
    if (error instanceof TooMuchError) return 'its HTML becomes too many elements';
    throw error;
  }
}

/**
 * Says why HTML does not end where it ends, or changes the document around it; undefined when it may stand there.
 * @param around names of the elements that are open where it stands, the outermost first
 */
export const whyNoFragment = (html: string, around = AROUND_PAGE): string | undefined =>
  isPlainFragment(html, around) ? undefined : fragmentProblem(html, around);
