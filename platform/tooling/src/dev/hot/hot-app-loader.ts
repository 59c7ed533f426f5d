import { basename } from 'node:path';
import type { LoaderContext } from 'webpack';
import { codeFile } from '../../paths';

/**
 * Stands before a remote's `src/app.tsx`, which it imports by a query. When that, or what it is made of, was changed, the
 * remote is mounted again in the open page.
 */
export function pitch(this: LoaderContext<object>): string | undefined {
  if (this.resourceQuery) return undefined;
  const own = JSON.stringify(`./${basename(this.resourcePath)}?own`);
  return `import * as own from ${own};
import { swappable } from ${JSON.stringify(codeFile(import.meta.url, './swappable'))};
export * from ${own};
const app = swappable(() => own);
export const { mount, unmount } = app;
import.meta.webpackHot?.accept(${own}, app.swap);
`;
}

/** The module itself stays as it is. */
export default (source: string): string => source;
