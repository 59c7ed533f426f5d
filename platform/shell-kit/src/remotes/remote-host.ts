import type { SiteEvents } from '@wholepage/contracts/events';
import type { HeadInput } from '@wholepage/contracts/head';
import type { MountProps, PublicConfig, RemoteApp, ShellApi } from '@wholepage/contracts/mount';
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

/** What a remote gets beside its `MountProps`: all of single-spa's own once that is there, and its name in any case. */
export type RemoteProps = { name: string };

/** What single-spa is given for a remote. */
type Lifecycles = Record<'mount' | 'unmount', (props: RemoteProps) => Promise<void>>;

/** One who reads what the server made loses nothing by waiting; one who clicked does. */
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
  /** From now on this release has the slot, for a page of this pattern. */
  onVisit(release: Reported, pattern: string): void;
  /** The page of the address is mounted, or the slot shows again what the server made. */
  onShown(): void;
  /** Which remote is to be mounted may be another now. */
  reroute(): void;
}

/** Phases as reports to the composer name them. */
const FAILURES = { loading: 'load', bootstrapping: 'mount', mounting: 'mount', running: 'runtime' } as const;

const currentPage = (): string => pageOf(window.location);

/** The remote of the page that was opened, until single-spa knows of it. */
interface First {
  name: string;
  /** Resolves when it is mounted, or was given up. */
  showing: Promise<void>;
}

/**
 * Mounts remotes for single-spa, the first before that is there, and keeps what they do wrong to themselves: no lifecycle
 * of theirs rejects or hangs.
 */
export class RemoteHost {
  private readonly bootstrapped = new WeakSet<RemoteApp>();
  private visit: Visit | undefined;
  /** What was asked of the slot before a remote had it. */
  private held: RemoteHostOptions['events'] | undefined;
  private first: First | undefined;
  private ending = Promise.resolve();
  private isFirst = true;
  /** The page that could not be shown; it is left alone until somebody asks again. */
  private failedPage: string | undefined;

  constructor(private readonly options: RemoteHostOptions) {
    this.held = options.events;
    onAddressChange(() => {
      const page = currentPage();
      if (page !== this.failedPage) this.failedPage = undefined;
      this.visit?.moved(page);
    });
  }

  /** Shows the page that was opened, before single-spa is there. */
  showFirst(name: string): void {
    const showing = this.show(name, { name }).then(() => {
      // The event that single-spa dispatches for all other mounts.
      const detail = { appsByNewStatus: { MOUNTED: [name] } };
      if (!this.visit) this.first = undefined;
      else window.dispatchEvent(new CustomEvent('single-spa:app-change', { detail }));
    });
    this.first = { name, showing };
  }

  /** Whether single-spa is to mount a remote, or to leave it mounted. What it finds is taken over before anything else. */
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

  /** The release that has the slot. */
  get shown(): Reported | undefined {
    return this.visit?.release;
  }

  /** Says in place of the page that it could not be shown. */
  showFailure(cause: Cause): void {
    const { slot, navigator, reroute } = this.options;
    this.failedPage = currentPage();
    this.giveUp();
    slot.renew().append(failurePanel(() => navigator.navigate(window.location.href), cause));
    this.held?.giveUp('slot');
    navigator.showFailure();
    reroute();
  }

  /** Tries the page of the current address once more. @returns whether it had failed */
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
    // It may be another's turn since.
    this.options.reroute();
    return showing;
  }

  private isDue(name: string, { pathname, search }: Location): boolean {
    return pathname + search !== this.failedPage && this.owns(name, pathname);
  }

  private owns(name: string, path: string): boolean {
    return this.options.releases.ownerOf(path)?.remote.name === name;
  }

  /** Goes on until the page of the address is shown, or another remote's turn has come. */
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

  /** Whether the slot holds the page of the address. A visitor may go back before any script has run, or the remote's has come. */
  private isServedPage(owned = this.options.releases.ownerOf(window.location.pathname)): boolean {
    const { state } = this.options;
    return state.rendered && !!owned && state.address === pageAddress(new URL(window.location.href), owned.route.query);
  }

  private async mount(visit: Visit, props: RemoteProps): Promise<'mounted'> {
    const { state, config, slot, shell } = this.options;
    const app = await loadRemote(visit.remote);
    // The address changed meanwhile: this visit is over.
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
   * The page of the address is shown. A remote's router may hear of the next remote's page before it is unmounted. Whose the page
   * is need not be known yet after a step back: then it is the page of who shows it.
   */
  private arrive(visit: Visit, head: HeadInput): void {
    const owned = this.options.releases.ownerOf(window.location.pathname);
    if (this.visit !== visit || (owned && owned.remote.name !== visit.remote.name)) return;
    visit.shownPage = currentPage();
    notePage(owned?.route.path);
    this.options.shell.setHead(head);
  }

  /** Ends the visit, but not while its framework is still at work. @returns when that is done, be it for who asked before */
  private end(): Promise<void> {
    const { visit } = this;
    this.visit = undefined;
    if (visit) this.ending = Promise.resolve().then(() => visit.end());
    return this.ending;
  }

  /** Ends a visit of which single-spa may not know. */
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
      // What the server made is still there, with what was typed into it, until a remote begins to mount.
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

/** The next page waits for the one before to go, but not for one that hangs: it gets a slot of its own. */
const UNMOUNT_LIMIT_MS = 1_000;

/** How far a visit has come, as the log names it. */
type Phase = 'loading' | 'bootstrapping' | 'mounting' | 'running';

/** One stay of a visitor on pages of one remote: from its mount to its unmount. */
export class Visit {
  phase: Phase = 'loading';
  /** The page that was shown last. A later failure is one of a page in use. */
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
    /** Path and query for which it began. */
    readonly address: string,
    /** The slot holds what the server made of this very page. */
    readonly isServed: boolean,
    private readonly bootstrapped: WeakSet<RemoteApp>,
  ) {}

  get release(): Reported {
    return { app: this.remote.name, version: this.remote.version };
  }

  /** The events of this visit: what it subscribes to ends with it. */
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

  /** Ends a visit that is still mounting when the address has changed. */
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

/** What comes with single-spa. */
export type SoftNavigation = typeof import('./register');

/** Dispatches a `popstate` for each changed address, as single-spa does, until single-spa takes over. @returns a function that ends it */
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
 * Loads single-spa on demand. The first page needs no routing. When the visitor is about to go on, single-spa is fetched, takes over
 * the mounted remote, and decides from then on.
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

  /** Loads single-spa. After a failure the next call tries again. @throws when it cannot be loaded */
  start(): Promise<SoftNavigation> {
    this.starting ??= this.fetch().catch((error: unknown) => {
      this.starting = undefined;
      throw error;
    });
    return this.starting;
  }

  /** A page of this remote is about to be shown; call it after {@link start}. */
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

/** Copies what the server made, in a document that loads nothing. @returns what makes its nodes for this one, as often as called */
export function copyOf(element: HTMLElement): () => ChildNode[] {
  const served = document.implementation.createHTMLDocument('').importNode(element, true);
  return () => [...document.importNode(served, true).childNodes];
}

/**
 * The element that remotes render into. Every visit of a remote gets one of its own. What a remote does after it
 * was given up touches no page that is shown.
 */
export class Slot {
  /** What the server made. */
  private readonly served: () => ChildNode[];

  constructor(private element: HTMLElement) {
    this.served = copyOf(element);
  }

  /** Holds what the server made, until {@link renew} is called for the first time. */
  get current(): HTMLElement {
    return this.element;
  }

  /** Puts an empty slot in the place of the one before. */
  renew(): HTMLElement {
    const fresh = this.element.cloneNode(false) as HTMLElement;
    this.element.replaceWith(fresh);
    this.element = fresh;
    return fresh;
  }

  /** Shows again what the server made, with what was typed, to be read and followed without scripts. Nobody listens to a frame's any more. */
  restore(): void {
    const nodes = this.served();
    for (const node of nodes)
      if (node instanceof HTMLIFrameElement && node.sandbox.length > 0) node.setAttribute('sandbox', '');
    const slot = this.renew();
    slot.append(...nodes);
    slot.dispatchEvent(new CustomEvent(RECOVERED_EVENT, { bubbles: true }));
  }
}

/** Why a page is not there: its server could not be reached, or its code failed. */
export type Cause = 'unreachable' | 'failed';

const sentenceFor = (cause: Cause): string => {
  if (!navigator.onLine) return 'You are offline. The page comes by itself as soon as the line is back.';
  if (cause === 'unreachable') return 'Our server could not be reached. Your connection or our server may be down.';
  return 'Something went wrong on our side.';
};

/** Says in the slot that its page could not be shown, and what the visitor can do. Needs no file that might be missing. */
export function failurePanel(onRetry: () => void, cause: Cause = 'failed'): HTMLElement {
  const panel = Object.assign(document.createElement('div'), { className: styles.panel });
  const heading = document.createElement('h1');
  Object.assign(heading, { tabIndex: -1, textContent: 'This page could not be shown' });
  const text = document.createElement('p');
  text.textContent = `${sentenceFor(cause)} Nothing you typed elsewhere is lost.`;
  const button = document.createElement('button');
  Object.assign(button, { type: 'button', className: styles.retry, textContent: 'Try again', onclick: onRetry });
  panel.append(heading, text, button);
  const retryOnline = () => panel.isConnected && onRetry();
  if (cause === 'unreachable') window.addEventListener('online', retryOnline, { once: true });
  return panel;
}
