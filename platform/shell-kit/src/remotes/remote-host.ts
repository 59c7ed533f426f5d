import type { SiteEvents } from '@wholepage/contracts/events';
import type { HeadInput } from '@wholepage/contracts/head';
import type { MountProps, PublicConfig, RemoteApp, ShellApi, SiteIdentity } from '@wholepage/contracts/mount';
import { type PageState, RECOVERED_EVENT, type RemoteOnPage } from '@wholepage/contracts/page';
import { pageAddress } from '@wholepage/page-rules/address';
import { within } from '@wholepage/page-rules/time-limit';
import type { HeldEvents } from '../boot/held-events';
import { type EventScope, reportedEvents } from '../events/site-events';
import { onAddressChange, pageOf } from '../navigation/arrive';
import type { Navigator } from '../navigation/navigator';
import { notePage, type Reported, reportFailure } from '../reports/report';
import styles from './failure-panel.module.css';
import { loadRemote, type Releases } from './releases';

/** single-spa's props. Before it is loaded, a remote gets only its name. */
export type RemoteProps = { name: string };

/** A remote's lifecycles as single-spa calls them. */
type Lifecycles = Record<'mount' | 'unmount', (props: RemoteProps) => Promise<void>>;

/** The server's page can be read while its remote mounts; after a click there is nothing to read. */
const MOUNT_LIMIT_MS = { reading: 20_000, navigating: 3_000 };

interface RemoteHostOptions {
  state: PageState;
  config: PublicConfig;
  releases: Releases;
  slot: Slot;
  shell: ShellApi;
  navigator: Pick<
    Navigator,
    'hasNavigated' | 'isHolding' | 'makeRoom' | 'navigate' | 'recover' | 'settle' | 'showFailure'
  >;
  events: Pick<HeldEvents, 'giveUp' | 'release'>;
  /** Called when a release gets the slot, with the pattern of its page. */
  onVisit(release: Reported, pattern: string): void;
  /** Called when the page is mounted, or the slot shows the server's HTML again. */
  onShown(): void;
  /** Makes single-spa decide again which remote is mounted. */
  reroute(): void;
}

/** Names of the phases in reports. */
const FAILURES = { loading: 'load', bootstrapping: 'mount', mounting: 'mount', running: 'runtime' } as const;

const currentPage = (): string => pageOf(window.location);

/** The remote of the first page, until single-spa takes it over. */
interface First {
  name: string;
  /** Resolves when it is mounted or given up. */
  showing: Promise<void>;
}

/**
 * Mounts remotes for single-spa, the first one before that is loaded, and contains their failures: no lifecycle that
 * single-spa sees rejects or hangs.
 */
export class RemoteHost {
  private readonly bootstrapped = new WeakSet<RemoteApp>();
  private visit: Visit | undefined;
  /** Events on the slot from before a remote was mounted. */
  private held: RemoteHostOptions['events'] | undefined;
  private first: First | undefined;
  private ending = Promise.resolve();
  private isFirst = true;
  /** The page that failed. It is not mounted again until the visitor retries. */
  private failedPage: string | undefined;

  constructor(private readonly options: RemoteHostOptions) {
    this.held = options.events;
    onAddressChange(() => {
      const page = currentPage();
      if (page !== this.failedPage) this.failedPage = undefined;
      this.visit?.moved(page);
    });
  }

  /** Mounts the first page's remote, before single-spa is loaded. */
  showFirst(name: string): void {
    const showing = this.show(name, { name }).then(() => {
      // single-spa dispatches this event for all other mounts.
      const detail = { appsByNewStatus: { MOUNTED: [name] } };
      if (!this.visit) this.first = undefined;
      else window.dispatchEvent(new CustomEvent('single-spa:app-change', { detail }));
    });
    this.first = { name, showing };
  }

  /** Whether a remote is to be mounted: single-spa's `activeWhen`. The first remote is taken over before anything else. */
  isActive(name: string, location: Location): boolean {
    if (this.first?.name === name) return true;
    return this.options.navigator.isHolding ? this.visit?.remote.name === name : this.isDue(name, location);
  }

  lifecycles(name: string): Lifecycles {
    return {
      mount: (props) => (this.first?.name === name ? this.takeOver(this.first) : this.show(name, props)),
      unmount: () => this.end(),
    };
  }

  /** The release in the slot. */
  get shown(): Reported | undefined {
    return this.visit?.release;
  }

  /** Shows the failure panel in place of the page. */
  showFailure(cause: Cause): void {
    const { slot, navigator, reroute, config } = this.options;
    this.failedPage = currentPage();
    this.giveUp();
    slot.renew().append(failurePanel(() => navigator.navigate(window.location.href), cause, config.site.words));
    this.held?.giveUp('slot');
    navigator.showFailure();
    reroute();
  }

  /** Mounts a failed page again. @returns whether the current page had failed */
  retry(): boolean {
    if (!this.hasFailed) return false;
    this.failedPage = undefined;
    this.options.reroute();
    return true;
  }

  private get hasFailed(): boolean {
    return this.failedPage === currentPage();
  }

  private takeOver({ showing }: First): Promise<void> {
    this.first = undefined;
    // The visitor may have gone to another remote's page meanwhile.
    this.options.reroute();
    return showing;
  }

  private isDue(name: string, { pathname, search }: Location): boolean {
    return pathname + search !== this.failedPage && this.owns(name, pathname);
  }

  private owns(name: string, path: string): boolean {
    return this.options.releases.ownerOf(path)?.remote.name === name;
  }

  /** Mounts a remote, again after each change of the address, until its page is shown or another remote is due. */
  private async show(name: string, props: RemoteProps): Promise<void> {
    while (this.isDue(name, window.location)) {
      const visit = this.begin();
      if (!visit) return;
      const patience = visit.isServed ? MOUNT_LIMIT_MS.reading : MOUNT_LIMIT_MS.navigating;
      try {
        const mounted = within(this.mount(visit, props), patience, `Mounting ${name}`);
        if ((await Promise.race([mounted, visit.left])) === 'left') await this.end();
        else {
          this.held?.release('slot');
          this.held = undefined;
          this.options.navigator.makeRoom();
          return this.options.onShown();
        }
      } catch (error) {
        this.fail(visit, error);
      }
    }
  }

  private begin(): Visit | undefined {
    const owned = this.options.releases.ownerOf(window.location.pathname);
    if (!owned) return undefined;
    const isServed = this.isFirst && this.isServedPage(owned);
    this.isFirst = false;
    this.visit = new Visit(owned.remote, currentPage(), isServed, this.bootstrapped);
    this.options.onVisit(this.visit.release, owned.route.path);
    return this.visit;
  }

  /** Whether the slot holds the server's HTML of the current address, which may have changed before scripts ran. */
  private isServedPage(owned = this.options.releases.ownerOf(window.location.pathname)): boolean {
    const { state } = this.options;
    return state.rendered && !!owned && state.address === pageAddress(new URL(window.location.href), owned.route.query);
  }

  private async mount(visit: Visit, props: RemoteProps): Promise<'mounted'> {
    const { state, config, slot, shell } = this.options;
    const app = await loadRemote(visit.remote);
    // The address changed meanwhile and ended this visit.
    if (this.visit !== visit) return 'mounted';
    const isServed = visit.isServed && this.isServedPage();
    const mountProps: MountProps = {
      ...props,
      slot: isServed ? slot.current : slot.renew(),
      config,
      data: isServed ? state.data : undefined,
      shell: {
        ...shell,
        events: visit.eventsOf(app),
        setHead: (head) => this.arrive(visit, head),
        fail: (error) => this.fail(visit, error),
      },
    };
    await visit.mount(app, mountProps);
    return 'mounted';
  }

  /**
   * Takes the head of the page shown. Heads for pages of another remote are ignored: a router may follow the address before its
   * remote is unmounted. After a step back the owner may be unknown; the page is then taken for the visit's own.
   */
  private arrive(visit: Visit, head: HeadInput): void {
    const owned = this.options.releases.ownerOf(window.location.pathname);
    if (this.visit !== visit || (owned && owned.remote.name !== visit.remote.name)) return;
    visit.shownPage = currentPage();
    notePage(owned?.route.path);
    this.options.shell.setHead(head);
  }

  /** Ends the visit in a microtask, so that its framework can finish. Resolves when the last ended visit is unmounted. */
  private end(): Promise<void> {
    const { visit } = this;
    this.visit = undefined;
    if (visit) this.ending = Promise.resolve().then(() => visit.end());
    return this.ending;
  }

  /** Ends the visit without single-spa, which may not know of it. */
  private giveUp(): void {
    this.first = undefined;
    void this.end();
  }

  private fail(visit: Visit, error: unknown): void {
    if (this.visit !== visit) return;
    const { name, version } = visit.remote;
    console.error(`${name} ${version} failed while ${visit.phase} ${visit.address}.`, error);
    reportFailure(visit.release, FAILURES[visit.phase], error);
    this.giveUp();
    if (!this.owns(visit.remote.name, window.location.pathname)) return;
    const { slot, navigator, reroute, onShown } = this.options;
    this.failedPage = currentPage();
    if (visit.isServed && visit.address === this.failedPage) {
      // Until a remote begins to mount, the server's HTML is untouched, with what was typed into it.
      if (visit.phase !== 'loading') slot.restore();
      this.held?.giveUp('slot');
      navigator.settle();
      onShown();
    } else if (visit.shownPage === this.failedPage || !navigator.hasNavigated) this.showFailure('failed');
    else {
      navigator.recover().then((isLoading) => {
        if (!isLoading && this.hasFailed) this.showFailure('unreachable');
      });
    }
    reroute();
  }
}

/** Longest wait for a remote to unmount. The next page has a slot of its own, so that a hanging one cannot disturb it. */
const UNMOUNT_LIMIT_MS = 1_000;

/** Progress of a visit, as the log names it. */
type Phase = 'loading' | 'bootstrapping' | 'mounting' | 'running';

/** One stay of a visitor on pages of one remote: from its mount to its unmount. */
export class Visit {
  phase: Phase = 'loading';
  /** The page shown last. A failure after that concerns a page in use. */
  shownPage: string | undefined;
  private mounted: { app: RemoteApp; props: MountProps } | undefined;
  private events: EventScope | undefined;
  private leave: () => void = () => {};
  /** Resolves when the visitor went elsewhere before the remote was mounted. */
  readonly left = new Promise<'left'>((resolve) => {
    this.leave = () => resolve('left');
  });

  constructor(
    readonly remote: RemoteOnPage,
    /** Path and query at its beginning. */
    readonly address: string,
    /** Whether the slot holds the server's HTML of this page. */
    readonly isServed: boolean,
    private readonly bootstrapped: WeakSet<RemoteApp>,
  ) {}

  get release(): Reported {
    return { app: this.remote.name, version: this.remote.version };
  }

  /** Returns the visit's events, whose subscriptions end with it. */
  eventsOf(app: RemoteApp): SiteEvents {
    this.events = reportedEvents(this.release, () => app.events);
    return this.events;
  }

  async mount(app: RemoteApp, props: MountProps): Promise<void> {
    this.mounted = { app, props };
    if (!this.bootstrapped.has(app)) {
      this.phase = 'bootstrapping';
      await app.bootstrap(props);
      this.bootstrapped.add(app);
    }
    this.phase = 'mounting';
    await app.mount(props);
    this.phase = 'running';
  }

  /** Ends a visit that is still mounting when the address changes. */
  moved(address: string): void {
    if (this.phase !== 'running' && address !== this.address) this.leave();
  }

  /** Unmounts the remote, if it was mounted. A failure is logged and affects nothing else. */
  async end(): Promise<void> {
    const { name, version } = this.remote;
    this.events?.end();
    try {
      await within(Promise.resolve(this.mounted?.app.unmount(this.mounted.props)), UNMOUNT_LIMIT_MS, 'It');
    } catch (error) {
      console.error(`${name} ${version} failed while unmounting.`, error);
    }
  }
}

/** The chunk with single-spa. */
export type SoftNavigation = typeof import('./register');

/** Dispatches `popstate` for each pushed or replaced address, as single-spa does once loaded. @returns function that stops it */
function announcePushes(): () => void {
  let isOver = false;
  for (const name of ['pushState', 'replaceState'] as const) {
    const update = window.history[name];
    window.history[name] = function (...given) {
      const before = window.location.href;
      update.apply(this, given);
      if (isOver || before === window.location.href) return;
      window.dispatchEvent(new PopStateEvent('popstate', { state: this.state }));
    };
  }
  return () => {
    isOver = true;
  };
}

/**
 * Loads single-spa on demand. The first page needs no routing. When the visitor is about to navigate, single-spa is
 * fetched and takes over the mounted remote.
 */
export class Routing {
  private readonly endAnnouncing = announcePushes();
  private starting: Promise<SoftNavigation> | undefined;
  private singleSpa: SoftNavigation | undefined;

  /** @param first name of the first page's remote, if it has one */
  constructor(
    private readonly host: RemoteHost,
    private readonly first: string | undefined,
  ) {}

  /** Loads single-spa; after a failure the next call tries again. @throws when it cannot be loaded */
  start(): Promise<SoftNavigation> {
    this.starting ??= this.fetch().catch((error: unknown) => {
      this.starting = undefined;
      throw error;
    });
    return this.starting;
  }

  /** Registers the remote of the next page; call it after {@link start}. */
  register(name: string): void {
    this.singleSpa?.registerRemote(name, this.host);
  }

  /** Makes single-spa decide again which remote is mounted. */
  reroute(): void {
    this.singleSpa?.reroute();
  }

  private async fetch(): Promise<SoftNavigation> {
    const singleSpa = await import(/* webpackChunkName: "soft-navigation" */ './register');
    this.endAnnouncing();
    if (this.first) singleSpa.registerRemote(this.first, this.host);
    singleSpa.startRouting();
    this.singleSpa = singleSpa;
    return singleSpa;
  }
}

/** Copies the server's HTML into an inert document that loads nothing. @returns a function that clones its nodes */
export function copyOf(element: HTMLElement): () => ChildNode[] {
  const served = document.implementation.createHTMLDocument('').importNode(element, true);
  return () => [...document.importNode(served, true).childNodes];
}

/**
 * The element that remotes render into. Every visit gets an element of its own, so that a remote that was given up
 * cannot touch a later page.
 */
export class Slot {
  /** Clones the server's HTML. */
  private readonly served: () => ChildNode[];

  constructor(private element: HTMLElement) {
    this.served = copyOf(element);
  }

  /** The present element; it holds the server's HTML until the first {@link renew}. */
  get current(): HTMLElement {
    return this.element;
  }

  /** Replaces the element by an empty one. */
  renew(): HTMLElement {
    const fresh = this.element.cloneNode(false) as HTMLElement;
    this.element.replaceWith(fresh);
    this.element = fresh;
    return fresh;
  }

  /** Shows the server's HTML again, with what was typed. Iframes of isolated remotes lose their scripts: nobody answers. */
  restore(): void {
    const nodes = this.served();
    for (const node of nodes)
      if (node instanceof HTMLIFrameElement && node.hasAttribute('sandbox')) node.setAttribute('sandbox', '');
    const slot = this.renew();
    slot.append(...nodes);
    slot.dispatchEvent(new CustomEvent(RECOVERED_EVENT, { bubbles: true }));
  }
}

/** Why a page failed: its server could not be reached, or its code threw. */
export type Cause = 'unreachable' | 'failed';

const ENGLISH = {
  title: 'This page could not be shown',
  offline: 'You are offline. The page comes by itself as soon as the line is back.',
  unreachable: 'Our server could not be reached. Your connection or our server may be down.',
  failed: 'Something went wrong on our side.',
  typed: 'Nothing you typed elsewhere is lost.',
  retry: 'Try again',
};

/** Returns a panel that says why the page failed and what to do. It needs no file that might be missing. */
export function failurePanel(onRetry: () => void, cause: Cause = 'failed', own?: SiteIdentity['words']): HTMLElement {
  const words = { ...ENGLISH, ...own };
  const panel = Object.assign(document.createElement('div'), { className: styles.panel });
  const heading = document.createElement('h1');
  Object.assign(heading, { tabIndex: -1, textContent: words.title });
  const text = document.createElement('p');
  text.textContent = `${words[navigator.onLine ? cause : 'offline']} ${words.typed}`;
  const button = document.createElement('button');
  Object.assign(button, { type: 'button', className: styles.retry, textContent: words.retry, onclick: onRetry });
  panel.append(heading, text, button);
  const retryOnline = () => panel.isConnected && onRetry();
  if (cause === 'unreachable') window.addEventListener('online', retryOnline, { once: true });
  return panel;
}
