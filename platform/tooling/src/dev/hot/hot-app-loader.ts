import type { LoaderContext } from 'webpack';
import { APP_UPDATED } from '../../stage/app-updated';

/** Makes a remote's `src/app.tsx` hand itself to the stage when it, or what it is made of, was changed; elsewhere the page is loaded again. */
export default function hotAppLoader(this: LoaderContext<object>, source: string): string {
  const init = '{ cancelable: true, detail: { bootstrap, mount, unmount } }';
  return `${source}
if (import.meta.webpackHot) {
  import.meta.webpackHot.accept();
  if (import.meta.webpackHot.data && window.dispatchEvent(new CustomEvent(${JSON.stringify(APP_UPDATED)}, ${init})))
    window.location.reload();
}
`;
}
