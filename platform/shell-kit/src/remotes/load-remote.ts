import type { RemoteApp } from '@wholepage/contracts/mount';
import type { RemoteOnPage } from '@wholepage/contracts/page';
import { createPolicy } from '@wholepage/federation/browser';
import { exposedModule } from '@wholepage/federation/container';
import { within } from '@wholepage/page-rules/time-limit';

/** A remote's code did not arrive, or is not a remote. */
export class RemoteLoadError extends Error {
  override name = 'RemoteLoadError';
}

/** How long an entry may take; who waits for a page gives up earlier. */
const ENTRY_TIMEOUT_MS = 15_000;

/** Releases whose code this tab has asked for: of each remote the first, for code is not taken back. */
const known = new Map<string, RemoteOnPage>();
/** Entries that were run, or are on their way. */
const entries = new Map<string, Promise<void>>();

const pathOf = (url: string): string => new URL(url, window.location.href).pathname;

/** Trusts the entries of known releases, and no other script. */
const policy = createPolicy('remote-entry', {
  createScriptURL(url: string) {
    if ([...known.values()].some(({ entry }) => pathOf(entry) === pathOf(url))) return url;
    throw new RemoteLoadError(`${url} is no known entry`);
  },
});

function appendScript({ entry, integrity }: RemoteOnPage): Promise<void> {
  const script = document.createElement('script');
  Object.assign(script, { src: policy?.createScriptURL(entry) ?? entry, async: true, integrity });
  return new Promise((resolve, reject) => {
    script.onload = () => resolve();
    script.onerror = () => {
      script.remove();
      reject(new Error(`${entry} is missing or altered`));
    };
    document.head.append(script);
  });
}

/** Runs a remote's entry once; one that did not come is asked for again. */
function runEntry(remote: RemoteOnPage): Promise<void> {
  const before = entries.get(remote.name);
  if (before) return before;
  const running = within(appendScript(remote), ENTRY_TIMEOUT_MS, `Fetching ${remote.entry}`);
  entries.set(remote.name, running);
  running.catch(() => entries.delete(remote.name));
  return running;
}

/** The version of a remote that this tab runs. */
export const loadedVersion = (name: string): string | undefined => known.get(name)?.version;

/**
 * Fetches a remote's browser entry, the promised bytes and nothing else, and what it exposes under this name.
 * @throws RemoteLoadError when it is missing, refused for its integrity, or exposes nothing there
 */
export async function loadExposed<Module extends object>(remote: RemoteOnPage, module: string): Promise<Module> {
  const release = known.get(remote.name) ?? remote;
  const { name, version } = release;
  known.set(name, release);
  try {
    await runEntry(release);
    // A module without anything in it exposes nothing that is missed later.
    return ((await exposedModule(name, module)) ?? {}) as Module;
  } catch (error) {
    throw new RemoteLoadError(`${name} ${version} could not be loaded`, { cause: error });
  }
}

/** @throws RemoteLoadError when it is unavailable, or exposes no lifecycles */
export async function loadRemote(remote: RemoteOnPage): Promise<RemoteApp> {
  const app = await loadExposed<Partial<RemoteApp>>(remote, './app');
  if (typeof app.mount !== 'function') {
    throw new RemoteLoadError(`${remote.name} ${loadedVersion(remote.name)} exposes no lifecycles`);
  }
  return app as RemoteApp;
}
