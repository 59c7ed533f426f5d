import {
  FRAGMENT_ATTRIBUTES,
  FRAGMENT_ELEMENT,
  FRAGMENT_LIMITS,
  type FragmentApp,
  type FragmentMountProps,
  type FragmentOnPage,
  type FragmentResponse,
  type FragmentState,
  type FragmentsModule,
  fragmentPath,
} from '@wholepage/contracts/fragment';
import type { PublicConfig, ShellApi } from '@wholepage/contracts/mount';
import type { PageState, RemoteOnPage } from '@wholepage/contracts/page';
import { createPolicy } from '@wholepage/federation/browser';
import { within } from '@wholepage/page-rules/time-limit';
import { reportedEvents } from '../events/site-events';
import { closest } from '../navigation/links';
import { isInDocument } from '../remotes/page-files';
import { loadExposed, loadedVersion } from '../remotes/releases';
import { reportFailure } from '../reports/report';

/** A fragment could not be loaded or shown. */
class FragmentError extends Error {
  override name = 'FragmentError';
}

export interface FragmentHostOptions {
  state: PageState;
  config: PublicConfig;
  shell: ShellApi;
  /** Id of the live set, if it was fetched. */
  currentSet(): string | undefined;
}

/**
 * Defines the custom element of fragments: connecting mounts the fragment, disconnecting unmounts it, new props update
 * it. Elements in the page already are upgraded.
 */
export function defineFragmentElement(options: FragmentHostOptions): void {
  if (customElements.get(FRAGMENT_ELEMENT)) return;
  const host = new FragmentHost(options);
  customElements.define(
    FRAGMENT_ELEMENT,
    class extends HTMLElement {
      static readonly observedAttributes = [FRAGMENT_ATTRIBUTES.props];
      private readonly place = new FragmentPlace(this, host);

      connectedCallback(): void {
        this.place.enter();
      }

      disconnectedCallback(): void {
        // An element that is only moved is connected again in the same task.
        queueMicrotask(() => {
          if (!this.isConnected) this.place.leave();
        });
      }

      attributeChangedCallback(_name: string, before: string | null, now: string | null): void {
        if (before !== now) this.place.changeProps();
      }
    },
  );
}

/** Distance from the window at which a `visible` fragment is fetched. */
const NEAR = '300px';

/**
 * `waiting`: until it nears the window. `fetching`: its HTML is requested. `mounting`, `mounted`: its browser part.
 * `still`: it has no browser part. `fallback`: it could not be loaded or shown. `gone`: its element left the page.
 */
type PlaceState = 'new' | 'waiting' | 'fetching' | 'mounting' | 'mounted' | 'still' | 'fallback' | 'gone';

const ofIn = (element: Element): string => element.getAttribute(FRAGMENT_ATTRIBUTES.of) ?? '';

/** Returns the fragments around an element, the outermost first. */
const parentsOf = (element: Element): string[] => {
  const parent = element.parentElement?.closest(FRAGMENT_ELEMENT);
  return parent ? [...parentsOf(parent), ofIn(parent)] : [];
};

/**
 * Checks depth, circles and number of fragments. The composer does so for those that it renders, but does not know the
 * place of one that the browser requests: a fragment that holds itself would be fetched endlessly.
 * @throws FragmentError when a fragment is not allowed at its place
 */
function checkPlace(element: HTMLElement): void {
  const of = ofIn(element);
  const parents = parentsOf(element);
  const { depth, perPage } = FRAGMENT_LIMITS;
  if (parents.includes(of)) throw new FragmentError(`${[...parents, of].join(' → ')} is a circle`);
  if (parents.length >= depth) throw new FragmentError(`${of} is nested deeper than ${depth}`);
  if ([...document.getElementsByTagName(FRAGMENT_ELEMENT)].indexOf(element) >= perPage)
    throw new FragmentError(`${of} is left out: a page holds at most ${perPage} fragments`);
}

/** The state of one fragment element, which may be connected and disconnected several times. */
class FragmentPlace {
  private state: PlaceState = 'new';
  private mounted: MountedFragment | undefined;
  private observer: IntersectionObserver | undefined;
  /** Aborts the request for the present props. */
  private request = new AbortController();
  /** Number of the present attempt: results of earlier ones are ignored. */
  private turn = 0;
  /** Resolves when the former mount is unmounted, even one that was overtaken: it must not clear what follows. */
  private ended = Promise.resolve();
  /** Number of the last change of props. */
  private changes = 0;

  constructor(
    private readonly element: HTMLElement,
    private readonly host: FragmentHost,
  ) {
    // Registered before any listener of the fragment.
    for (const press of ['click', 'submit']) element.addEventListener(press, this.stopStale, true);
  }

  enter(): void {
    if (this.state !== 'new' && this.state !== 'gone') return;
    const key = this.attribute('key');
    if (this.attribute('state') === 'ready') return void this.bringToLife(key, this.host.known[key]);
    this.beginStale();
    if (this.attribute('when') === 'visible') this.waitForWindow();
    else void this.fetch();
  }

  changeProps(): void {
    const { mounted } = this;
    if (this.state === 'new' || this.state === 'waiting') return;
    if (this.state === 'gone') return void this.show('pending');
    const shown = this.beginStale();
    if (this.state !== 'mounted' || !mounted?.update) {
      void this.end();
      return void this.fetch();
    }
    try {
      const props = { ...this.given(this.attribute('key')), data: undefined } as FragmentMountProps;
      mounted.update(props)?.then(shown, this.failing());
    } catch (error) {
      this.fail(error);
    }
  }

  leave(): void {
    this.turn += 1;
    // A fragment clears its element when it unmounts: connected again, it fetches its HTML anew.
    if (this.state !== 'still' || this.element.ariaBusy) this.show('pending');
    this.state = 'gone';
    this.observer?.disconnect();
    this.request.abort();
    this.endStale();
    void this.end();
  }

  private attribute(name: keyof typeof FRAGMENT_ATTRIBUTES): string {
    return this.element.getAttribute(FRAGMENT_ATTRIBUTES[name]) ?? '';
  }

  private show(state: FragmentState): void {
    this.element.setAttribute(FRAGMENT_ATTRIBUTES.state, state);
  }

  private given(key: string): Placed {
    return { slot: this.element, key, props: JSON.parse(this.attribute('props') || '{}') };
  }

  private waitForWindow(): void {
    this.state = 'waiting';
    this.observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
        this.observer?.disconnect();
        void this.fetch();
      },
      { rootMargin: NEAR },
    );
    // An element without a box of its own is observed by the fallback beside it.
    this.observer.observe(this.element.nextElementSibling ?? this.element);
  }

  /** Fetches the fragment after the former mount has ended. After a failure of the server this is the last try. */
  private async fetch(): Promise<void> {
    this.turn += 1;
    const { turn } = this;
    this.state = 'fetching';
    this.request.abort();
    const request = new AbortController();
    this.request = request;
    const key = this.attribute('key') || this.host.newKey();
    await this.ended;
    if (turn !== this.turn) return;
    try {
      checkPlace(this.element);
      const { html, fragments } = await this.host.fetch(this.attribute('of'), this.attribute('props'), key, request);
      if (turn !== this.turn) return;
      this.element.setAttribute(FRAGMENT_ATTRIBUTES.key, key);
      // HTML of the composer, not of a visitor.
      this.element.innerHTML = policy?.createHTML(html) ?? html;
      this.show('ready');
      this.endStale();
      await this.bringToLife(key, fragments[key]);
    } catch (error) {
      if (turn === this.turn) this.fail(error);
    }
  }

  private async bringToLife(key: string, part: FragmentOnPage | undefined): Promise<void> {
    if (!part) {
      this.state = 'still';
      return;
    }
    const { turn } = this;
    this.state = 'mounting';
    try {
      const mount = await this.host.load(part);
      if (turn !== this.turn) return;
      const mounting = mount(this.given(key), this.failing()).then((mounted) => {
        if (turn !== this.turn) return mounted.unmount();
        this.mounted = mounted;
        this.state = 'mounted';
      });
      this.ended = mounting.catch(() => {});
      await mounting;
    } catch (error) {
      // The server's HTML stays readable.
      console.error(error);
      if (turn === this.turn) this.state = 'still';
    }
  }

  /** @returns failure handler of the present attempt, without effect after a later one begins */
  private failing(): (error: unknown) => void {
    const { turn } = this;
    return (error) => {
      if (turn === this.turn) this.fail(error);
    };
  }

  private fail(error: unknown): void {
    if (this.state === 'gone') return;
    console.error(error);
    this.turn += 1;
    this.state = 'fallback';
    void this.end().then(() => {
      if (this.state !== 'fallback') return;
      this.element.replaceChildren();
      this.show('fallback');
      this.endStale();
    });
  }

  /**
   * Blocks presses while the element shows former props, on which its buttons would act. It is `aria-busy` meanwhile.
   * Links still work, and the focus stays.
   * @returns function that allows presses again, unless a later change is pending
   */
  private beginStale(): () => void {
    this.changes += 1;
    const { changes } = this;
    this.element.ariaBusy = 'true';
    return () => {
      if (changes === this.changes) this.endStale();
    };
  }

  /** Allows presses again, whatever changes are pending. */
  private endStale(): void {
    this.changes += 1;
    this.element.ariaBusy = null;
  }

  private readonly stopStale = (event: Event): void => {
    const isLink = event.type === 'click' && closest(event.target, 'a[href]');
    if (this.element.ariaBusy !== 'true' || isLink) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  };

  /** Unmounts the fragment; a failure is logged. */
  private end(): Promise<void> {
    const { mounted } = this;
    this.mounted = undefined;
    if (mounted) this.ended = mounted.unmount().catch((error: unknown) => console.error(error));
    return this.ended;
  }
}

const FETCH_LIMIT_MS = 5_000;
const policy = createPolicy('fragment-html', { createHTML: (html) => html });

const LIFECYCLE_LIMIT_MS = 10_000;
/** Most fragments remembered: a tab that is open for days fetches many, and a page never holds so many. */
const MOST_PARTS = 200;

/** Mount props that come from the fragment's element. */
type Placed = Pick<FragmentMountProps, 'slot' | 'key' | 'props'>;

interface MountedFragment {
  update: FragmentApp['update'];
  unmount(): Promise<void>;
}

/** Source of HTML and code for the fragments of a page. */
export class FragmentHost {
  /** Browser parts of fragments, by the key of their element. */
  readonly known: Record<string, FragmentOnPage>;
  private readonly remotes = new Map<string, RemoteOnPage>();
  private readonly bootstrapped = new WeakSet<FragmentApp>();
  private lastKey = 0;

  constructor(private readonly options: FragmentHostOptions) {
    const { fragments = {}, fragmentRemotes = [], remote } = options.state;
    this.known = { ...fragments };
    for (const each of [...fragmentRemotes, ...(remote ? [remote] : [])]) this.remotes.set(each.name, each);
  }

  /** Returns a key that no element of the page has. */
  newKey(): string {
    this.lastKey += 1;
    return `b${this.lastKey}`;
  }

  /** Fetches a fragment and its styles from the composer. @param request aborts it @throws FragmentError */
  async fetch(of: string, props: string, key: string, request: AbortController): Promise<FragmentResponse> {
    const { state, currentSet } = this.options;
    const path = fragmentPath(of, props, currentSet() ?? state.set ?? '', key);
    const signal = AbortSignal.any([request.signal, AbortSignal.timeout(FETCH_LIMIT_MS)]);
    try {
      const response = await fetch(path, { signal });
      if (!response.ok) throw new FragmentError(`${of}: the composer answered ${response.status}`);
      const answer = (await response.json()) as FragmentResponse;
      for (const made of answer.remotes) {
        const known = this.remotes.get(made.name) ?? made;
        this.remotes.set(made.name, known);
        if ((loadedVersion(made.name) ?? known.version) === made.version) continue;
        // Code of an older release cannot read this data: it fetches its own.
        for (const part of Object.values(answer.fragments)) if (part.app === made.name) part.data = undefined;
      }
      Object.assign(this.known, answer.fragments);
      for (const old of Object.keys(this.known).slice(0, -MOST_PARTS)) delete this.known[old];
      await Promise.all(answer.css.map(addStyles));
      return answer;
    } catch (error) {
      throw error instanceof FragmentError ? error : new FragmentError(`${of} could not be fetched`, { cause: error });
    }
  }

  /**
   * Loads a fragment's browser part. @throws FragmentError
   * @returns function that mounts it and calls `onFail` for failures while it runs
   */
  async load({ app: owner, name, data }: FragmentOnPage) {
    const remote = this.remotes.get(owner);
    if (!remote) throw new FragmentError(`${owner}/${name}: its release is not known on this page`);
    const { fragments, events: declared } = await loadExposed<FragmentsModule>(remote, './fragments');
    const app = await fragments[name]?.();
    if (!app) throw new FragmentError(`${owner} ${remote.version} exposes no fragment "${name}"`);
    const release = { app: owner, version: remote.version };
    return async (given: Placed, onFail: (error: unknown) => void): Promise<MountedFragment> => {
      const fail = (error: unknown): void => {
        reportFailure(release, 'runtime', error);
        onFail(error);
      };
      const events = reportedEvents(release, () => declared);
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
        reportFailure(release, 'mount', error);
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
  }
}

/** Appends a style sheet that the document lacks. Resolves even when it fails to load. */
const addStyles = (href: string): Promise<void> =>
  new Promise((resolve) => {
    if (isInDocument(href)) return resolve();
    const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href });
    link.onload = link.onerror = () => resolve();
    document.body.append(link);
  });
