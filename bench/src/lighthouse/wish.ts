import { UsageError } from '@wholepage/tooling/command';
import { KINDS, PAGES, UNLISTED } from '../../../e2e/src/routes';

/** One page of each kind that search engines may index. */
export const AUDITED: readonly string[] = KINDS.filter((path) => !UNLISTED.includes(path));
export const RUNS = 5;

/** Which pages are to be audited, and how often each. */
interface Wish {
  /** A site that runs already; undefined: this one's production build. */
  site: string | undefined;
  paths: readonly string[];
  runs: number;
}

/** Reads `all`, paths, the origin of a site that runs, and a number of runs, in any order. @throws UsageError */
export function wishOf(words: readonly string[]): Wish {
  const paths = words.filter((word) => word.startsWith('/'));
  const runs = words.filter((word) => /^[1-9]\d?$/.test(word)).map(Number);
  const sites = words.filter((word) => /^https?:\/\/[^/]+$/.test(word));
  const all = words.includes('all');
  const read = paths.length + runs.length + sites.length + Number(all);
  if (read !== words.length || runs.length > 1 || sites.length > 1)
    throw new UsageError('Name pages, or all, and how many runs of each: npm run bench -- lighthouse / /blog 3');
  if (sites.length > 0 && paths.length === 0)
    throw new UsageError(`Name pages of ${sites[0]}: npm run bench -- lighthouse ${sites[0]} / 3`);
  return { site: sites[0], paths: all ? PAGES : paths.length > 0 ? paths : AUDITED, runs: runs[0] ?? RUNS };
}
