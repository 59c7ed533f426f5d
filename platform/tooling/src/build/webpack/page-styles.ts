import type { Chunk, Compilation, Compiler, Module } from 'webpack';

/** What styles are to the bundler once they are taken out of scripts. */
const STYLES = 'css/mini-extract';
const isPage = (name: string | null | undefined): name is string => /^(page|fragment)-/.test(name ?? '');

/** @returns the page without which nobody loads this chunk; undefined when there are several, or another way to it */
function pageOf(chunk: Chunk): string | undefined {
  const pages = new Set<string>();
  const groups = new Set(chunk.groupsIterable);
  // A set is also walked through what is added on the way.
  for (const group of groups) {
    const parents = [...group.parentsIterable];
    if (isPage(group.name)) pages.add(group.name);
    else if (parents.length === 0) return undefined;
    else for (const parent of parents) groups.add(parent);
  }
  const [page, ...others] = pages;
  return others.length === 0 ? page : undefined;
}

/** The chunk with which these styles are wanted. */
const homeOf = (chunk: Chunk): string | undefined => (chunk.name === 'frame' ? 'main' : pageOf(chunk));

/**
 * Makes one file of all styles that a page needs before its first paint, and one of those around every page. A browser
 * paints when the last file is there, and on a slow line each waits for a connection. Styles that pages have in common
 * are in the file of each. Styles of parts that a page loads later are in its file, too, because the server's HTML has
 * those parts.
 */
export class PageStyles {
  private compilation: Compilation | undefined;

  /** The bundler tells its chunks to plugins alone. */
  apply(compiler: Compiler): void {
    compiler.hooks.thisCompilation.tap('PageStyles', (compilation) => {
      this.compilation = compilation;
    });
  }

  /** For `splitChunks.cacheGroups`: the chunks that a module's styles are put into. */
  readonly cacheGroup = (module: Module) => {
    if (!this.compilation || module.type !== STYLES) return [];
    const homes = new Set([...this.compilation.chunkGraph.getModuleChunksIterable(module)].map(homeOf));
    return [...homes].flatMap((name) =>
      name === undefined ? [] : [{ name, enforce: true, chunks: (chunk: Chunk) => homeOf(chunk) === name }],
    );
  };
}
