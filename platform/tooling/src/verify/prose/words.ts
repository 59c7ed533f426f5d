/** A word that readers must decode, and what to write in its place. */
export interface RefusedWord {
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

/** Matches the word by itself and as a part of an identifier: `told`, `isToldOf`, `TOLD_AT`; a word in capitals in capitals only. */
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
