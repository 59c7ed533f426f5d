import { pageAddress } from 'contracts/address';
import type { MountProps, RemoteApp, ShellApi } from 'contracts/mount';
import type { PageState } from 'contracts/page';
import { type AppProps, addErrorHandler, getAppStatus, LOAD_ERROR, registerApplication, start } from 'single-spa';
import { loadRemote, registerReleases } from './load-remote';
import { ownerOf } from './owner';

const within = (millis: number) => ({ millis, dieOnTimeout: true, warningMillis: millis });

/**
 * A lifecycle that never ends would hold up all navigation: it counts as failed. What fetches code on a slow network is
 * given longer than a script is (15 s, `chunkLoadTimeout`).
 */
const FETCHING = within(20_000);
const AT_ONCE = within(3_000);
const TIMEOUTS = { bootstrap: FETCHING, mount: FETCHING, unmount: AT_ONCE, unload: AT_ONCE };

interface RegisterOptions {
  state: PageState;
  slot: HTMLElement;
  shell: ShellApi;
  /** A remote failed after a soft navigation: the page must be had in another way. */
  onBroken(remote: string): void;
}

/** Gives the remotes to single-spa, which mounts and unmounts them as the address changes. */
export function registerRemotes({ state, slot, shell, onBroken }: RegisterOptions): void {
  registerReleases(state.remotes);
  const here = () => {
    const url = new URL(window.location.href);
    return pageAddress(url, ownerOf(state.remotes, url.pathname)?.route.query);
  };
  let firstMount = true;

  for (const remote of state.remotes) {
    const load = async (): Promise<RemoteApp & { timeouts: typeof TIMEOUTS }> => {
      const app = await loadRemote(remote, firstMount && state.owner === remote.name ? 'reading' : 'navigating');
      return {
        ...app,
        timeouts: TIMEOUTS,
        async mount(props) {
          // What the server made; a remote that fails may have taken it away before.
          const made = [...slot.childNodes];
          try {
            await app.mount(props);
          } catch (error) {
            if (!slot.hasChildNodes()) slot.replaceChildren(...made);
            throw error;
          }
          firstMount = false;
        },
      };
    };
    registerApplication<Omit<MountProps, keyof AppProps>>({
      name: remote.name,
      app: load,
      activeWhen: ({ pathname }) => ownerOf(state.remotes, pathname)?.remote === remote,
      customProps: () => {
        // A visitor may have gone back before any script ran: then the page in the slot is another's.
        const isFirst = firstMount && state.rendered && state.address === here();
        return { slot, config: state.config, data: isFirst ? state.data : undefined, shell };
      },
    });
  }

  addErrorHandler((error) => {
    const remote = error.appOrParcelName;
    console.error(`${remote} failed while ${getAppStatus(remote) === LOAD_ERROR ? 'loading' : 'running'}.`, error);
    if (!firstMount) onBroken(remote);
    // Its server-made HTML stays readable; should the visitor come back to it, it is tried anew.
    firstMount = false;
  });
  start({ urlRerouteOnly: true });
}
