import { commentParagraphs, markdownParagraphs } from './paragraphs';

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
