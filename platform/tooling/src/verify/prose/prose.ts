import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../../paths';

/** Files of the repository, also those that no commit has yet. @returns paths from its root that match */
export const writtenFiles = (pattern: RegExp, exempt: RegExp): string[] =>
  execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: ROOT })
    .toString()
    .split('\0')
    .filter((file) => pattern.test(file) && !exempt.test(file) && existsSync(join(ROOT, file)));

export const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8');

interface Paragraph {
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
function markdownParagraphs(page: string): Paragraph[] {
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
function commentParagraphs(source: string): Paragraph[] {
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

/** A reader takes in one idea at a time. */
export const MOST_WORDS = 25;

/** Code, addresses and links count as one word each. */
const withShortCode = (text: string): string =>
  text
    .replaceAll(/<!--.*?-->/gs, ' ')
    .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/``.+?``|`[^`]*`/g, 'Code')
    .replaceAll(/\{@link [^}]*\}/g, 'Code')
    .replaceAll(/https?:\/\/[^\s)>]*[^\s)>.,;:]/g, 'Code')
    .replaceAll(/<\/?[a-z][^>]*>/gi, ' ')
    .replaceAll(/\b(?:e\.g|i\.e|etc|vs|approx|cf)\.(?=[\s,)])/gi, 'eg');

/** What closes a sentence, with closing quotes and brackets. A word in small letters, such as `nginx`, may begin the next. */
const END = /(?<=[.!?][*"'”’)\]]*)\s+/;

/** Signs between words, such as `+`, `→` or a dash, are no words. */
const count = (sentence: string): number => sentence.split(/\s+/).filter((word) => /[\p{L}\d]/u.test(word)).length;

/**
 * Sentences of a page or of a source's comments that have more than {@link MOST_WORDS} words.
 * @param file tells Markdown (`.md`) from sources
 * @returns `line: words: sentence` for each
 */
export function longSentences(file: string, text: string): string[] {
  const paragraphs = file.endsWith('.md') ? markdownParagraphs(text) : commentParagraphs(text);
  return paragraphs.flatMap(({ line, text }) =>
    withShortCode(text)
      .split(END)
      .filter((sentence) => count(sentence) > MOST_WORDS)
      .map((sentence) => `${line}: ${count(sentence)} words: ${sentence}`),
  );
}

/** A word that readers must decode, and what to write in its place. */
interface RefusedWord {
  word: string;
  instead: string;
}

/** The rows of the table that follows a heading or a sentence, cell by cell. */
export function tableAfter(markdown: string, mark: string): string[][] {
  const [, rest = ''] = markdown.split(mark);
  const [, table = ''] = /\n\|[^\n]*\n\|[-|]+\n((?:\|[^\n]*\n?)+)/.exec(rest) ?? [];
  return table
    .trim()
    .split('\n')
    .map((row) => row.split('|').map((cell) => cell.trim()))
    .map((cells) => cells.slice(1, -1));
}

const escaped = (text: string): string => text.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`);

/** Matches the word by itself and as a part of an identifier in any case; a word in capitals in capitals only. */
function patternOf(word: string): RegExp {
  if (word === word.toUpperCase()) return new RegExp(`\\b${escaped(word)}\\b`, 'g');
  const [first = '', ...rest] = word;
  const tail = escaped(rest.join(''));
  const capital = escaped(first.toUpperCase());
  const all = escaped(word.toUpperCase());
  return new RegExp(
    `(?<![A-Za-z])[${first}${capital}]${tail}(?![a-z])|(?<=[a-z])${capital}${tail}(?![a-z])|(?<![A-Za-z])${all}(?![A-Za-z])`,
    'g',
  );
}

/** Finds refused words in a text. @returns `line: word: what to write`, one sentence for each */
export function refusedWords(text: string, words: readonly RefusedWord[]): string[] {
  const patterns = words.map(({ word, instead }) => ({ word, instead, pattern: patternOf(word) }));
  return text
    .split('\n')
    .flatMap((line, index) =>
      patterns
        .filter(({ pattern }) => line.search(pattern) >= 0)
        .map(({ word, instead }) => `${index + 1}: "${word}" is refused; write: ${instead}`),
    );
}

/** `src/pages/list/page.tsx`, `run-gate.ts`, `docs/release.md`; no pattern, no address, no package. */
const PATH =
  /(?<![\w/.:@{}*$<>[-])(?:\.{1,2}\/)*((?:[\w@-][\w@.-]*\/)*[\w@-][\w@.-]*\.(?:tsx?|mjs|cjs|md))(?![\w{}*/$<-]|\.\w)/g;

/** Files that a build makes. */
const BUILT = /(?:^|\/)dist\/|\.d\.ts$/;

/** Every end of the paths of files: from the bare name to the whole path. */
export function endsOf(files: readonly string[]): ReadonlySet<string> {
  const ends = new Set<string>();
  for (const file of files) {
    const parts = file.split('/');
    for (let first = 0; first < parts.length; first += 1) ends.add(parts.slice(first).join('/'));
  }
  return ends;
}

/**
 * Paths that a page, or the comments of a source, name and that do not exist. A path may lack its first folders.
 * @param ends see {@link endsOf}
 * @returns `line: path` for each, the line on which its paragraph begins
 */
export function missingPaths(file: string, text: string, ends: ReadonlySet<string>): string[] {
  const isPage = file.endsWith('.md');
  const paragraphs = isPage
    ? text.split('\n').map((line, index) => ({ line: index + 1, text: line }))
    : commentParagraphs(text);
  return paragraphs.flatMap(({ line, text: prose }) =>
    [...prose.matchAll(PATH)]
      .map(([, path = '']) => path)
      .filter((path) => (path.includes('/') || !path.endsWith('.md')) && !BUILT.test(path) && !ends.has(path))
      .map((path) => `${line}: ${path}`),
  );
}
