import { quoted } from './command';

const PLAIN = /^[\w.:,=@-]+$/;

/** The command of the console that does the same, to copy. */
export const consoleCommand = (...words: readonly string[]): string =>
  ['npm run console --', ...words.map((word) => (PLAIN.test(word) ? word : quoted(word)))].join(' ');
