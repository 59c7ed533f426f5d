import type { RemoteApp } from 'contracts/mount';
import type { ShareScope } from '../share-scope';
import { type GuestForm, type GuestReact, lifecyclesOf } from './lifecycles';
import { type Guest, openGuest } from './open-guest';

export interface GuestRelease extends Guest {
  form: GuestForm;
  react: GuestReact;
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
    return lifecyclesOf(guest, module, scope);
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
