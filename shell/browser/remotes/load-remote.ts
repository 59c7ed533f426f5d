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

/** Releases whose code this tab has asked for: of each remote the first, for code is not taken back. */
const known = new Map<string, RemoteOnPage>();
/** Entries that may be loaded, and the bytes that they must be. */
const integrities = new Map<string, string>();

const federatedName = (remote: string): string => remote.replaceAll('-', '_');
const pathOf = (url: string): string => new URL(url, window.location.href).pathname;

/** Makes the federation load the promised bytes and nothing else. Call it once. */
export function guardEntries(): void {
  const policy = createPolicy('remote-entry', {
    createScriptURL(url: string) {
      if (!integrities.has(pathOf(url))) throw new RemoteLoadError(`${url} is no entry of a release that is known`);
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
        const expected = integrities.get(pathOf(url));
        if (expected) script.integrity = expected;
        return { script, timeout: ENTRY_TIMEOUT_MS };
      },
    },
  ]);
}

/** The version of a remote that this tab runs. */
export const loadedVersion = (name: string): string | undefined => known.get(name)?.version;

/** @returns the release of the remote that this tab stays with */
function register(remote: RemoteOnPage): RemoteOnPage {
  const { name, entry, integrity } = remote;
  const before = known.get(name);
  if (before) return before;
  known.set(name, remote);
  integrities.set(entry, integrity);
  registerRemotes([{ name: federatedName(name), entry: new URL(entry, window.location.href).href }]);
  return remote;
}

/**
 * Fetches a remote's browser entry.
 * @throws RemoteLoadError when it is missing, refused for its integrity, or exposes no lifecycles
 */
export async function loadRemote(remote: RemoteOnPage): Promise<RemoteApp> {
  const { name, version } = register(remote);
  const what = `${name} ${version}`;
  let app: RemoteApp | null;
  try {
    app = await loadFederated<RemoteApp>(`${federatedName(name)}/app`);
  } catch (error) {
    throw new RemoteLoadError(`${what} could not be loaded`, { cause: error });
  }
  if (typeof app?.mount !== 'function') throw new RemoteLoadError(`${what} exposes no lifecycles`);
  return app;
}
