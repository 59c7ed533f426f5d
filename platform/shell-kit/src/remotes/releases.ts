import type { RemoteApp } from '@wholepage/contracts/mount';
import {
  LIVE_SET_PATH,
  type LiveSet,
  type PageState,
  type RemoteOnPage,
  type RouteOnPage,
  type SetDocument,
  setPath,
} from '@wholepage/contracts/page';
import { arrival, createPolicy, fetchJson } from '@wholepage/federation/browser';
import { exposedModule } from '@wholepage/federation/container';
import { matchRoute } from '@wholepage/page-rules/address';
import { within } from '@wholepage/page-rules/time-limit';

/* Releases of remotes: which one owns a page, and loading its code. */

/** Age at which the live set is refetched before the next navigation. */
const FRESH_MS = 60_000;

/** The remotes of the site. A page brings its own; the live set with the others is fetched before the first navigation. */
export class Releases {
  private set: SetDocument | undefined;
  private asking: Promise<void> | undefined;
  private askedAt = Number.NEGATIVE_INFINITY;

  constructor(private readonly page: PageState) {}

  /** Whether the live set was fetched. */
  get isKnown(): boolean {
    return this.set !== undefined;
  }

  /** Id of the set that was fetched last. */
  get setId(): string | undefined {
    return this.set?.id;
  }

  ownerOf(path: string): Owned | undefined {
    const { remote } = this.page;
    return (this.set && ownerOf(this.set.remotes, path)) ?? (remote && ownerOf([remote], path));
  }

  /** Refetches the live set if it is old. A failure is tolerated while there is an earlier set. @throws when there is none */
  async refresh(): Promise<void> {
    if (performance.now() - this.askedAt > FRESH_MS) {
      this.asking ??= this.ask().finally(() => {
        this.asking = undefined;
      });
    }
    try {
      await this.asking;
    } catch (error) {
      if (!this.set) throw error;
    }
  }

  /** Whether this tab runs other code than the live set names for a page. A page load then brings the newer code. */
  isOutdatedFor({ remote }: Owned): boolean {
    const loaded = loadedVersion(remote.name);
    const isOtherShell = this.set !== undefined && this.set.shell !== this.page.releases.shell;
    return isOtherShell || (loaded !== undefined && loaded !== remote.version);
  }

  private async ask(): Promise<void> {
    // Counted from the request: the machine may sleep before the response.
    const askedAt = performance.now();
    const { id } = await fetchJson<LiveSet>(LIVE_SET_PATH);
    if (id !== this.set?.id) this.set = await fetchJson<SetDocument>(setPath(id));
    this.askedAt = askedAt;
  }
}

/** A page's remote and route. */
export interface Owned {
  remote: RemoteOnPage;
  route: RouteOnPage;
}

export function ownerOf(remotes: readonly RemoteOnPage[], path: string): Owned | undefined {
  for (const remote of remotes) {
    const route = remote.routes.find((candidate) => matchRoute(candidate.path, path));
    if (route) return { remote, route };
  }
  return undefined;
}

/** A remote's code could not be loaded, or is not a remote. */
export class RemoteLoadError extends Error {
  override name = 'RemoteLoadError';
}

/** Longest time for an entry; navigation gives up earlier. */
const ENTRY_TIMEOUT_MS = 15_000;

/** By remote: the release whose code this tab requested first. Code cannot be unloaded, so that it stays. */
const known = new Map<string, RemoteOnPage>();
/** Entries that ran or are loading, by remote. */
const entries = new Map<string, Promise<void>>();
/** Exposed modules, by remote and module name. */
const exposed = new Map<string, Promise<object>>();

const pathOf = (url: string): string => new URL(url, window.location.href).pathname;

/** Allows the entries of known releases, and no other script. */
const policy = createPolicy('remote-entry', {
  createScriptURL(url: string) {
    if ([...known.values()].some(({ entry }) => pathOf(entry) === pathOf(url))) return url;
    throw new RemoteLoadError(`${url} is no known entry`);
  },
});

function appendScript({ entry, integrity }: RemoteOnPage): Promise<void> {
  const script = document.createElement('script');
  Object.assign(script, { src: policy?.createScriptURL(entry) ?? entry, async: true, integrity });
  return arrival(script, entry);
}

/** Runs a remote's entry once; after a failure the next call tries again. */
function runEntry(remote: RemoteOnPage): Promise<void> {
  const before = entries.get(remote.name);
  if (before) return before;
  const running = within(appendScript(remote), ENTRY_TIMEOUT_MS, `Fetching ${remote.entry}`);
  entries.set(remote.name, running);
  running.catch(() => entries.delete(remote.name));
  return running;
}

/** Returns the version of a remote that this tab runs. */
export const loadedVersion = (name: string): string | undefined => known.get(name)?.version;

async function load(release: RemoteOnPage, module: string): Promise<object> {
  const { name, version } = release;
  try {
    await runEntry(release);
    // An empty module is fine: callers check what they need of it.
    return (await exposedModule(name, module)) ?? {};
  } catch (error) {
    throw new RemoteLoadError(`${name} ${version} could not be loaded`, { cause: error });
  }
}

/**
 * Loads a module that a remote exposes, by its entry, whose integrity is checked. After a failure the next call tries again.
 * @throws RemoteLoadError when the entry is missing, fails its integrity check, or does not expose the module
 */
export function loadExposed<Module extends object>(remote: RemoteOnPage, module: string): Promise<Module> {
  const release = known.get(remote.name) ?? remote;
  known.set(release.name, release);
  const key = `${release.name} ${module}`;
  const loading = exposed.get(key) ?? load(release, module);
  exposed.set(key, loading);
  loading.catch(() => exposed.delete(key));
  return loading as Promise<Module>;
}

/** Loads a remote's lifecycles. @throws RemoteLoadError when it is unavailable, or exposes none */
export async function loadRemote(remote: RemoteOnPage): Promise<RemoteApp> {
  const app = await loadExposed<Partial<RemoteApp>>(remote, './app');
  if (typeof app.mount !== 'function') {
    throw new RemoteLoadError(`${remote.name} ${loadedVersion(remote.name)} exposes no lifecycles`);
  }
  return app as RemoteApp;
}
