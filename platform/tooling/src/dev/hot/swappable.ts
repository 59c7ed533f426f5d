import type { MountProps, RemoteApp } from '@wholepage/contracts/mount';
import { APP_UPDATED } from '../../standalone/app-updated';

/** Whether what was mounted last has thrown: the kit has taken it away, and React has nothing there to swap. */
let hasThrown = false;
export const isGone = (): boolean => hasThrown;

/** Every remote of the page shows what one threw, and closes its own overlay alone when that is mended. */
function closeOverlays(): void {
  for (const frame of document.querySelectorAll<HTMLIFrameElement>('iframe[id=webpack-dev-server-client-overlay]'))
    frame.contentDocument?.querySelector('button')?.click();
}

/**
 * Keeps a remote in the open page while it is developed. The overlay of the development server shows what goes wrong, and the
 * next change mends it. The page is not loaded again, and its host does not give the remote up.
 * @param current the code of now
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
  // A change may come while the one before is still being mounted: two roots would then share the slot.
  let mounting = Promise.resolve();
  return {
    ...app,
    /** Mounts the remote again, by the code of now. The standalone page does so itself. */
    swap() {
      const detail = { bootstrap: current().bootstrap, ...app };
      if (!window.dispatchEvent(new CustomEvent(APP_UPDATED, { cancelable: true, detail }))) return;
      mounting = mounting.then(mountAgain).catch(reportError);
    },
  };
}
