import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';

const TEXT = /\.(m?js|css|json|svg)$/;
const PAGE = /\.html$/;
/** What bundlers write for people and tools. */
const FOR_TOOLS = /(^|\/)(mf-stats\.json|\.vite\/.*|[^/]+\.map)$/;
/** A hash in a file's name: bundlers put names together in the browser, and the hash is what they have whole. */
const HASH = /[.-]([\w-]{8,})\.\w+$/;

const marksOf = (file: string): string[] => [basename(file), HASH.exec(file)?.[1] ?? ''].filter(Boolean);

const names = (text: string, file: string): boolean => marksOf(file).some((mark) => text.includes(mark));

/**
 * Leaves out what a build has for a page of its own: HTML files, what only they name, and files for tools. A guest is
 * mounted into the site's pages, and none of these is asked for there.
 * @param needed files that the build's manifest names: they stay
 */
export async function withoutOwnPage(dir: string, files: readonly string[], needed: readonly string[]) {
  const read = (file: string) => readFile(join(dir, file), 'utf8');
  const pages = await Promise.all(files.filter((file) => PAGE.test(file)).map(read));
  const rest = files.filter((file) => !PAGE.test(file) && !FOR_TOOLS.test(file));
  const isOfPage = (file: string) => !needed.includes(file) && pages.some((page) => names(page, file));
  const staying = new Set(rest.filter((file) => !isOfPage(file)));
  let unread = [...staying];
  // What stays may name a file of the page: then that one stays, and what it names.
  while (unread.length > 0) {
    const texts = await Promise.all(unread.filter((file) => TEXT.test(file)).map(read));
    unread = rest.filter((file) => !staying.has(file) && texts.some((text) => names(text, file)));
    for (const file of unread) staying.add(file);
  }
  return rest.filter((file) => staying.has(file));
}
