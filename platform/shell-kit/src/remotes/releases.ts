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

/*
 * The releases of remotes: which shows which page, and its code.
 */

/** A tab asks for newer releases when it goes on after so long. */
const FRESH_MS = 60_000;

/** Which remote shows which page. A page knows its own; the others are fetched when somebody is about to go on. */
export class Releases {
  private set: SetDocument | undefined;
  private asking: Promise<void> | undefined;
  private askedAt = Number.NEGATIVE_INFINITY;

  constructor(private readonly page: PageState) {}

  /** Whether other pages than this one are known. */
  get isKnown(): boolean {
    return this.set !== undefined;
  }

  /** Id of the set that was asked for last. */
  get setId(): string | undefined {
    return this.set?.id;
  }

  ownerOf(path: string): Owned | undefined {
    const { remote } = this.page;
    return (this.set && ownerOf(this.set.remotes, path)) ?? (remote && ownerOf([remote], path));
  }

  /** Follows what is live. An answer of a while ago will do while there is none of now. @throws when there is none at all */
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

  /** Whether this tab runs other code than the live set has for a page: then a page load takes the newer one. */
  isOutdatedFor({ remote }: Owned): boolean {
    const loaded = loadedVersion(remote.name);
    const isOtherShell = this.set !== undefined && this.set.shell !== this.page.releases.shell;
    return isOtherShell || (loaded !== undefined && loaded !== remote.version);
  }

  private async ask(): Promise<void> {
    // An answer is as old as its question: a machine may sleep in between.
    const askedAt = performance.now();
    const { id } = await fetchJson<LiveSet>(LIVE_SET_PATH);
    if (id !== this.set?.id) this.set = await fetchJson<SetDocument>(setPath(id));
    this.askedAt = askedAt;
  }
}

/** A page's remote, and the route by which it is that. */
export interface Owned {
  remote: RemoteOnPage;
  route: RouteOnPage;
}

/** Which remote shows a path, and by which of its routes. */
export function ownerOf(remotes: readonly RemoteOnPage[], path: string): Owned | undefined {
  for (const remote of remotes) {
    const route = remote.routes.find((candidate) => matchRoute(candidate.path, path));
    if (route) return { remote, route };
  }
  return undefined;
}

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
/** What they expose, by the remote's name and the module's. */
const exposed = new Map<string, Promise<object>>();

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
  return arrival(script, entry);
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

async function load(release: RemoteOnPage, module: string): Promise<object> {
  const { name, version } = release;
  try {
    await runEntry(release);
    // A module without anything in it exposes nothing that is missed later.
    return (await exposedModule(name, module)) ?? {};
  } catch (error) {
    throw new RemoteLoadError(`${name} ${version} could not be loaded`, { cause: error });
  }
}

/**
 * Fetches a remote's browser entry, the promised bytes and nothing else, and what it exposes under this name. What did not come is
 * asked for again by the next call.
 * @throws RemoteLoadError when it is missing, refused for its integrity, or exposes nothing there
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

/** @throws RemoteLoadError when it is unavailable, or exposes no lifecycles */
export async function loadRemote(remote: RemoteOnPage): Promise<RemoteApp> {
  const app = await loadExposed<Partial<RemoteApp>>(remote, './app');
  if (typeof app.mount !== 'function') {
    throw new RemoteLoadError(`${remote.name} ${loadedVersion(remote.name)} exposes no lifecycles`);
  }
  return app as RemoteApp;
}
