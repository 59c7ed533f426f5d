import { addErrorHandler, getAppNames, registerApplication, start, triggerAppChange } from 'single-spa';
import type { RemoteHost } from './remote-host';

/* The code of soft navigation, in a chunk of its own. The only module that knows single-spa. */

export { applyHead, crossFade } from '../navigation/turn';

/** The shell has shorter limits with better messages. */
const NO_LIMIT = { millis: 60_000, dieOnTimeout: false, warningMillis: 60_000 };
const timeouts = { bootstrap: NO_LIMIT, mount: NO_LIMIT, unmount: NO_LIMIT, unload: NO_LIMIT };

/** Makes single-spa decide again which remotes are mounted. */
export const reroute = (): void => void triggerAppChange();

/** Registers a remote with single-spa, which mounts and unmounts it as the address changes. */
export function registerRemote(name: string, host: Pick<RemoteHost, 'isActive' | 'lifecycles'>): void {
  if (getAppNames().includes(name)) {
    // Its routes may have changed.
    reroute();
    return;
  }
  registerApplication({
    name,
    app: async () => ({ ...host.lifecycles(name), bootstrap: async () => {}, timeouts }),
    activeWhen: (location) => host.isActive(name, location),
  });
}

export function startRouting(): void {
  addErrorHandler((error) => console.error(`${error.appOrParcelName} could not be shown.`, error));
  start({ urlRerouteOnly: true });
}
