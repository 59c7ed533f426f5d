import { loadRemote as loadFederated, registerPlugins, registerRemotes } from '@module-federation/enhanced/runtime';
import type { RemoteApp } from 'contracts/mount';
import type { RemoteOnPage } from 'contracts/page';
import { createPolicy } from '../trusted-types';

/** A remote's code did not arrive, or is not a remote. */
export class RemoteLoadError extends Error {
  override name = 'RemoteLoadError';
}

/** How long the federation waits for an entry; who waits for a page gives up earlier. */
const ENTRY_TIMEOUT_MS = 15_000;

const federatedName = (remote: string): string => remote.replaceAll('-', '_');

/** Tells the federation where this page's releases are, and that their entries must be the promised bytes. */
export function registerReleases(remotes: readonly RemoteOnPage[]): void {
  const integrity = new Map(remotes.map((remote) => [remote.entry, remote.integrity]));
  const pathOf = (url: string) => new URL(url, window.location.href).pathname;
  const policy = createPolicy('remote-entry', {
    createScriptURL(url: string) {
      if (!integrity.has(pathOf(url))) throw new RemoteLoadError(`${url} is no entry of this page's releases`);
      return url;
    },
  });
  registerPlugins([
    {
      name: 'entry-integrity',
      createScript({ url }) {
        const script = document.createElement('script');
        script.src = policy?.createScriptURL(url) ?? url;
        script.async = true;
        const expected = integrity.get(pathOf(url));
        if (expected) script.integrity = expected;
        return { script, timeout: ENTRY_TIMEOUT_MS };
      },
    },
  ]);
  registerRemotes(
    remotes.map(({ name, entry }) => ({ name: federatedName(name), entry: new URL(entry, window.location.href).href })),
  );
}

/**
 * Fetches a remote's browser entry.
 * @throws RemoteLoadError when it is missing, refused for its integrity, or exposes no lifecycles
 */
export async function loadRemote(remote: RemoteOnPage): Promise<RemoteApp> {
  const what = `${remote.name} ${remote.version}`;
  let app: RemoteApp | null;
  try {
    app = await loadFederated<RemoteApp>(`${federatedName(remote.name)}/app`);
  } catch (error) {
    throw new RemoteLoadError(`${what} could not be loaded`, { cause: error });
  }
  if (typeof app?.mount !== 'function') throw new RemoteLoadError(`${what} exposes no lifecycles`);
  return app;
}
