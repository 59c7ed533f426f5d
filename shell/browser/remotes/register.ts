import type { RemoteOnPage } from 'contracts/page';
import { addErrorHandler, registerApplication, start } from 'single-spa';
import { registerReleases } from './load-remote';
import type { RemoteHost } from './remote-host';

/** Gives the remotes to single-spa, which mounts and unmounts them as the address changes. */
export function registerRemotes(remotes: readonly RemoteOnPage[], host: RemoteHost): void {
  registerReleases(remotes);
  for (const remote of remotes) {
    registerApplication({
      name: remote.name,
      app: async () => host.lifecycles(remote),
      activeWhen: (location) => host.isActive(remote, location),
    });
  }
  addErrorHandler((error) => console.error(`${error.appOrParcelName} could not be shown.`, error));
  start({ urlRerouteOnly: true });
}
