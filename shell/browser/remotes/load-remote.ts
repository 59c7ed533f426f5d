import { loadRemote as loadFederated, registerPlugins, registerRemotes } from '@module-federation/enhanced/runtime';
import type { RemoteApp } from 'contracts/mount';
import type { RemoteOnPage } from 'contracts/page';

/** A remote's code did not arrive, or is not a remote. */
export class RemoteLoadError extends Error {
  override name = 'RemoteLoadError';
}

/** A visitor who waits gets an ordinary page load instead; one who reads server-made HTML loses nothing by waiting. */
const TIMEOUT_MS = { navigating: 3_000, reading: 15_000 };

const federatedName = (remote: string): string => remote.replaceAll('-', '_');

const within = <T>(promise: Promise<T>, milliseconds: number, what: string): Promise<T> => {
  let timer: ReturnType<typeof setTimeout>;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new RemoteLoadError(`${what} took longer than ${milliseconds} ms`)), milliseconds);
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
};

/** Of the browser's Trusted Types, as much as is needed here; what it makes is a string to the compiler. */
interface PolicyFactory {
  createPolicy(name: string, rules: { createScriptURL(url: string): string }): { createScriptURL(url: string): string };
}

/** Tells the federation where this page's releases are, and that their entries must be the promised bytes. */
export function registerReleases(remotes: readonly RemoteOnPage[]): void {
  const integrity = new Map(remotes.map((remote) => [remote.entry, remote.integrity]));
  const { trustedTypes } = window as { trustedTypes?: PolicyFactory };
  const pathOf = (url: string) => new URL(url, window.location.href).pathname;
  const policy = trustedTypes?.createPolicy('remote-entry', {
    createScriptURL(url) {
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
        return { script, timeout: TIMEOUT_MS.reading };
      },
    },
  ]);
  registerRemotes(
    remotes.map(({ name, entry }) => ({ name: federatedName(name), entry: new URL(entry, window.location.href).href })),
  );
}

/**
 * Fetches a remote's browser entry.
 * @throws RemoteLoadError when it is missing, late, refused for its integrity, or exposes no lifecycles
 */
export async function loadRemote(remote: RemoteOnPage, waiting: keyof typeof TIMEOUT_MS): Promise<RemoteApp> {
  const what = `${remote.name} ${remote.version}`;
  try {
    const app = await within(
      loadFederated<RemoteApp>(`${federatedName(remote.name)}/app`),
      TIMEOUT_MS[waiting],
      `Loading ${what}`,
    );
    if (typeof app?.mount !== 'function') throw new RemoteLoadError(`${what} exposes no lifecycles`);
    return app;
  } catch (error) {
    if (error instanceof RemoteLoadError) throw error;
    throw new RemoteLoadError(`${what} could not be loaded`, { cause: error });
  }
}
