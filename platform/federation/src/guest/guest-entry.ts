import type { RemoteApp } from '@wholepage/contracts/mount';
import type { ShareScope } from '../sharing/share-scope';
import { type GuestForm, type GuestReact, lifecyclesOf } from './lifecycles';
import { type Guest, openGuest } from './open-guest';
import { type GuestHead, withHeads } from './with-heads';

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
