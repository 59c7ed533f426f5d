import type { MountProps, RemoteApp } from '@wholepage/contracts/mount';
import { APP_UPDATED } from '../../standalone/app-updated';

/** Whether the last mount has thrown: its tree is removed, and React has nothing to swap. */
let hasThrown = false;
export const isGone = (): boolean => hasThrown;

/** Closes all error overlays: every remote of the page shows one's error, and closes only its own overlay when it is fixed. */
function closeOverlays(): void {
  for (const frame of document.querySelectorAll<HTMLIFrameElement>('iframe[id=webpack-dev-server-client-overlay]'))
    frame.contentDocument?.querySelector('button')?.click();
}

/**
 * Keeps a remote in the open page during development. The development server's overlay shows errors, and the next
 * change retries. The page is not reloaded, and its host does not give the remote up.
 * @param current returns the present code
 */
export function swappable(current: () => RemoteApp) {
  const mounted = new Map<HTMLElement, { props: MountProps; unmount: RemoteApp['unmount'] }>();
  const app: Pick<RemoteApp, 'mount' | 'unmount'> = {
    async mount(props) {
      const { mount, unmount } = current();
      mounted.set(props.slot, { props, unmount });
      if (hasThrown) closeOverlays();
      hasThrown = false;
      const fail = (error: unknown) => {
        hasThrown = true;
        reportError(error);
      };
      try {
        await mount({ ...props, shell: { ...props.shell, fail } });
      } catch (error) {
        hasThrown = true;
        throw error;
      }
    },
    async unmount(props) {
      const { unmount } = mounted.get(props.slot) ?? current();
      mounted.delete(props.slot);
      await unmount(props);
    },
  };
  const mountAgain = async (): Promise<void> => {
    for (const { props } of [...mounted.values()]) {
      await app.unmount(props).catch(reportError);
      await app.mount({ ...props, data: undefined });
    }
  };
  // Mounts are serialised: with concurrent changes two roots would share the slot.
  let mounting = Promise.resolve();
  return {
    ...app,
    /** Remounts the remote with the present code. The standalone page does so itself. */
    swap() {
      const detail = { bootstrap: current().bootstrap, ...app };
      if (!window.dispatchEvent(new CustomEvent(APP_UPDATED, { cancelable: true, detail }))) return;
      mounting = mounting.then(mountAgain).catch(reportError);
    },
  };
}
