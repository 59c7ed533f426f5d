import { UsageError } from '@wholepage/tooling/command';
import { KINDS, PAGES, UNLISTED } from '../../../e2e/src/routes';

/** One page of each kind that search engines may index. */
export const AUDITED: readonly string[] = KINDS.filter((path) => !UNLISTED.includes(path));
export const RUNS = 5;

/** Which pages are to be audited, and how often each. */
interface Wish {
  paths: readonly string[];
  runs: number;
}

/** Reads `all`, paths, and a number of runs, in any order. @throws UsageError */
export function wishOf(words: readonly string[]): Wish {
  const paths = words.filter((word) => word.startsWith('/'));
  const runs = words.filter((word) => /^[1-9]\d?$/.test(word)).map(Number);
  const all = words.includes('all');
  if (paths.length + runs.length + Number(all) !== words.length || runs.length > 1)
    throw new UsageError('Name pages, or all, and how many runs of each: npm run bench:lighthouse -- / /blog 3');
  return { paths: all ? PAGES : paths.length > 0 ? paths : AUDITED, runs: runs[0] ?? RUNS };
}
