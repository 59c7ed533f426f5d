import { basename } from 'node:path';
import type { LoaderContext } from 'webpack';
import { APP_UPDATED } from '../../stage/app-updated';

/**
 * Stands before a remote's `src/app.tsx`, which it imports by a query. When that, or what it is made of, was changed, the
 * remote is mounted again in the open page. The stage does so itself. Where that fails, the page is loaded again.
 */
export function pitch(this: LoaderContext<object>): string | undefined {
  if (this.resourceQuery) return undefined;
  const own = JSON.stringify(`./${basename(this.resourcePath)}?own`);
  return `import * as own from ${own};
export * from ${own};
const mounted = new Map();
export const mount = async (props) => {
  const { mount, unmount } = own;
  mounted.set(props.slot, { props, unmount });
  return mount(props);
};
export const unmount = async (props) => {
  const { unmount } = mounted.get(props.slot) ?? own;
  mounted.delete(props.slot);
  return unmount(props);
};
const mountAgain = async () => {
  for (const { props } of [...mounted.values()]) {
    await unmount(props);
    await mount({ ...props, data: undefined });
  }
};
import.meta.webpackHot?.accept(${own}, () => {
  const init = { cancelable: true, detail: { bootstrap: own.bootstrap, mount, unmount } };
  if (window.dispatchEvent(new CustomEvent(${JSON.stringify(APP_UPDATED)}, init)))
    mountAgain().catch(() => window.location.reload());
});
`;
}

/** The module itself stays as it is. */
export default (source: string): string => source;
