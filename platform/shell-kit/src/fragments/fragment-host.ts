import type { PublicConfig } from '@wholepage/contracts/config';
import {
  type FragmentApp,
  type FragmentMountProps,
  type FragmentOnPage,
  type FragmentResponse,
  type FragmentsModule,
  fragmentPath,
} from '@wholepage/contracts/fragment';
import type { ShellApi } from '@wholepage/contracts/mount';
import type { PageState, RemoteOnPage } from '@wholepage/contracts/page';
import { within } from '@wholepage/federation/deadline';
import { createPolicy } from '@wholepage/federation/trusted-types';
import { reportedEvents } from '../events/reported-events';
import { loadExposed } from '../remotes/load-remote';
import { reportFailure } from '../reports/report';

/** A fragment could not be loaded or shown. */
export class FragmentError extends Error {
  override name = 'FragmentError';
}

export interface FragmentHostOptions {
  state: PageState;
  config: PublicConfig;
  shell: ShellApi;
  /** Id of the set that pages are asked of now. */
  currentSet(): string | undefined;
}

const FETCH_LIMIT_MS = 5_000;
const LIFECYCLE_LIMIT_MS = 10_000;
/** A tab that is open for days asks for fragments again and again: more than these never stand on one page. */
const MOST_PARTS = 200;

/** What a fragment may do while it is on the page. */
export interface MountedFragment {
  update: FragmentApp['update'];
  unmount(): Promise<void>;
}

/**
 * Mounts a fragment whose code is there. @param onFail hears of what fails while it runs @throws FragmentError
 * @returns what can be done with it from then on
 */
export type MountFragment = (
  given: Pick<FragmentMountProps, 'slot' | 'key' | 'props'>,
  onFail: (error: unknown) => void,
) => Promise<MountedFragment>;

/** What fragments of a page have in common: where their HTML and their code come from. */
export class FragmentHost {
  private readonly known: Record<string, FragmentOnPage>;
  private readonly remotes = new Map<string, RemoteOnPage>();
  private readonly bootstrapped = new WeakSet<FragmentApp>();
  private readonly policy = createPolicy('fragment-html', { createHTML: (html) => html });
  private lastKey = 0;

  constructor(private readonly options: FragmentHostOptions) {
    const { fragments = {}, fragmentRemotes = [], remote } = options.state;
    this.known = { ...fragments };
    for (const each of [...fragmentRemotes, ...(remote ? [remote] : [])]) this.remotes.set(each.name, each);
  }

  /** A key that no place of the page has. */
  newKey(): string {
    this.lastKey += 1;
    return `b${this.lastKey}`;
  }

  /** The browser's part of the fragment in this place; undefined when it has none. */
  partOf(key: string): FragmentOnPage | undefined {
    return this.known[key];
  }

  /** Asks the composer for a fragment, and sees to its styles. @param request ends it @throws FragmentError */
  async fetch(of: string, props: string, key: string, request: AbortController): Promise<FragmentResponse> {
    const { state, currentSet } = this.options;
    const path = fragmentPath(of, props, currentSet() ?? state.set ?? '', key);
    const deadline = setTimeout(() => request.abort(), FETCH_LIMIT_MS);
    try {
      const response = await fetch(path, { signal: request.signal });
      if (!response.ok) throw new FragmentError(`${of}: the composer answered ${response.status}`);
      const answer = (await response.json()) as FragmentResponse;
      for (const remote of answer.remotes) if (!this.remotes.has(remote.name)) this.remotes.set(remote.name, remote);
      Object.assign(this.known, answer.fragments);
      for (const old of Object.keys(this.known).slice(0, -MOST_PARTS)) delete this.known[old];
      await Promise.all(answer.css.map(addStyles));
      return answer;
    } catch (error) {
      throw error instanceof FragmentError ? error : new FragmentError(`${of} could not be fetched`, { cause: error });
    } finally {
      clearTimeout(deadline);
    }
  }

  /** Puts the composer's HTML into a place. */
  fill(element: HTMLElement, html: string): void {
    element.innerHTML = this.policy?.createHTML(html) ?? html;
  }

  /** Loads a fragment's browser part. @throws FragmentError @returns what mounts it */
  async load({ app: owner, name, data }: FragmentOnPage): Promise<MountFragment> {
    const remote = this.remotes.get(owner);
    if (!remote) throw new FragmentError(`${owner}/${name}: its release is not known on this page`);
    const { fragments, events: declared } = await loadExposed<FragmentsModule>(remote, './fragments');
    const app = await fragments[name]?.();
    if (!app) throw new FragmentError(`${owner} ${remote.version} exposes no fragment "${name}"`);
    const mount: MountFragment = async (given, onFail) => {
      const fail = (error: unknown): void => {
        reportFailure({ app: owner, version: remote.version }, 'runtime', error);
        onFail(error);
      };
      const events = reportedEvents({ app: owner, version: remote.version }, () => declared);
      const props: FragmentMountProps = {
        ...given,
        name,
        data,
        config: this.options.config,
        shell: { ...this.options.shell, events, fail },
      };
      const within10s = (work: Promise<void> | undefined, phase: string) =>
        within(Promise.resolve(work), LIFECYCLE_LIMIT_MS, `${owner}/${name}: ${phase}`);
      try {
        if (!this.bootstrapped.has(app)) await within10s(app.bootstrap?.(props), 'bootstrapping');
        this.bootstrapped.add(app);
        await within10s(app.mount(props), 'mounting');
      } catch (error) {
        events.end();
        reportFailure({ app: owner, version: remote.version }, 'mount', error);
        throw new FragmentError(`${owner}/${name} failed while mounting`, { cause: error });
      }
      return {
        update: app.update && ((changed) => within10s(app.update?.({ ...props, ...changed }), 'updating')),
        unmount: async () => {
          events.end();
          await within10s(app.unmount(props), 'unmounting');
        },
      };
    };
    return mount;
  }
}

/** Styles that the document has not got yet, after all others. Those that do not come are not a reason to wait. */
const addStyles = (href: string): Promise<void> =>
  new Promise((resolve) => {
    const isThere = [...document.querySelectorAll('link[rel=stylesheet]')].some(
      (link) => link.getAttribute('href') === href,
    );
    if (isThere) return resolve();
    const link = document.createElement('link');
    link.rel = 'stylesheet';
    link.href = href;
    link.onload = link.onerror = () => resolve();
    document.body.append(link);
  });
