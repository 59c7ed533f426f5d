/** Prose of a page, or of the comments of a source. */
export interface Paragraph {
  /** On which it begins, from 1. */
  line: number;
  text: string;
}

const LIST_ITEM = /^\s*(?:[-*+]|\d+[.)])\s+/;
const TAG = /^@(?:param\s+(?:\{[^}]*\}\s+)?\S+|\w+)(?:\s+\{[^}]*\})?/;

/** Directives of tools carry names and patterns, not sentences. */
const DIRECTIVE = /^(?:biome-ignore\s[^:]*:|@ts-\S+|webpack[A-Z]\w*:)/;

const BEGINS = new RegExp(`${LIST_ITEM.source}|${TAG.source}`);

/** Joins lines: an empty line ends a paragraph; an item of a list or a tag such as `@param` begins one. */
function joined(lines: readonly Paragraph[]): Paragraph[] {
  const found: Paragraph[] = [];
  let open: Paragraph | undefined;
  for (const { line, text } of lines) {
    if (!text.trim()) {
      open = undefined;
    } else if (open && !BEGINS.test(text)) {
      open.text += ` ${text.trim()}`;
    } else {
      open = { line, text: text.replace(LIST_ITEM, '').replace(TAG, '').trim() };
      found.push(open);
    }
  }
  return found;
}

/** Paragraphs, items of lists and cells of tables of a page in Markdown: no code blocks and no headings. */
export function markdownParagraphs(page: string): Paragraph[] {
  let fenced = false;
  const lines = page.split('\n').flatMap((text, index) => {
    const line = index + 1;
    const fence = /^\s*(?:```|~~~)/.test(text);
    if (fence) fenced = !fenced;
    if (fence || fenced || /^\s*#{1,6}\s/.test(text)) return [{ line, text: '' }];
    if (!/^\s*\|/.test(text)) return [{ line, text: text.replace(/^\s*>\s?/, '') }];
    return text.split('|').flatMap((cell) => [
      { line, text: cell },
      { line, text: '' },
    ]);
  });
  return joined(lines);
}

/** Text of a block comment's line, without the signs of its begin and end. */
const inBlock = (text: string): string =>
  text
    .replace(/^\{?\/\*+/, '')
    .replace(/\*\/.*$/, '')
    .replace(/^\*(?!\*)/, '')
    .trim();

/** Comments that have lines of their own, in TypeScript, JavaScript, CSS (`/*`, `//`), YAML, nginx (`#`), SQL and Lua (`--`). */
export function commentParagraphs(source: string): Paragraph[] {
  let block = false;
  let example = false;
  const lines = source.split('\n').flatMap((source, index) => {
    const line = index + 1;
    const text = source.trim();
    const opens = !block && /^\{?\/\*/.test(text);
    if (!block && !opens) {
      const [, comment = ''] = /^(?:\/\/(?!\/)|(?:#|--)\s)\s?(.*)$/.exec(text) ?? [];
      return [{ line, text: comment.replace(DIRECTIVE, '') }];
    }
    block = !text.includes('*/');
    const words = inBlock(text);
    if (opens || TAG.test(words)) example = words.startsWith('@example');
    return [...(opens ? [{ line, text: '' }] : []), { line, text: example ? '' : words.replace(DIRECTIVE, '') }];
  });
  return joined(lines);
}
