import type { MountProps, RemoteApp } from '@wholepage/contracts/mount';
import { matchRoute } from '@wholepage/page-rules/route-match';

/** The words of a page's head, from `remote.json`. */
export interface GuestHead {
  /** Pattern of the page's path. */
  path: string;
  title: string;
  description: string;
}

/** Lifecycles that name each page after `remote.json`: a bridge or a component does not know the shell's `setHead`. */
export function withHeads(app: RemoteApp, heads: readonly GuestHead[]): RemoteApp {
  const ends = new WeakMap<HTMLElement, () => void>();
  return {
    bootstrap: (props) => app.bootstrap(props),
    async mount(props: MountProps) {
      const { slot, shell, view = window } = props;
      const name = (): void => {
        const head = heads.find(({ path }) => matchRoute(path, view.location.pathname));
        if (head) shell.setHead({ title: head.title, description: head.description });
      };
      await app.mount(props);
      view.addEventListener('popstate', name);
      ends.set(slot, () => view.removeEventListener('popstate', name));
      name();
    },
    async unmount(props) {
      ends.get(props.slot)?.();
      await app.unmount(props);
    },
  };
}
