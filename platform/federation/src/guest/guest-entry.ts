import type { MountProps, RemoteApp } from '@wholepage/contracts/mount';
import { matchRoute } from '@wholepage/page-rules/route-match';
import type { ShareScope } from '../sharing/share-scope';
import { type GuestForm, type GuestReact, lifecyclesOf } from './lifecycles';
import { type Guest, openGuest } from './open-guest';

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

/** A guest, what its `./app` is, and what its pages and its React are to be. */
export interface GuestRelease extends Guest {
  form: GuestForm;
  react: GuestReact;
  heads: GuestHead[];
}

/**
 * The container that stands for a guest in our host: `./app` is the guest's, with lifecycles as ours have them. A load that
 * failed is tried again by the next call.
 */
export function guestContainer(guest: GuestRelease, at: string) {
  let scope: ShareScope = {};
  let opened: Promise<RemoteApp> | undefined;
  const open = async (): Promise<RemoteApp> => {
    const module = await openGuest(guest, new URL('.', at).href, scope);
    const app = await lifecyclesOf(guest, module, scope);
    return guest.form === 'mount' ? app : withHeads(app, guest.heads);
  };
  return {
    init(shareScope: ShareScope): void {
      scope = shareScope;
    },
    async get(module: string): Promise<() => RemoteApp> {
      if (module !== './app') throw new Error(`${guest.app} exposes no ${module}.`);
      opened ??= open();
      opened.catch(() => {
        opened = undefined;
      });
      const app = await opened;
      return () => app;
    },
  };
}
