import { commentParagraphs } from './paragraphs';

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
