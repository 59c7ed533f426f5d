import type { LoaderContext } from 'webpack';

/** Lets a remote's `src/standalone.tsx` run again when a page or a scenario of it was changed. */
export default function hotStandaloneLoader(this: LoaderContext<object>, source: string): string {
  return `${source}
import.meta.webpackHot?.accept();
`;
}
