import type { PublicConfig } from '@wholepage/contracts/config';
import type { MountProps, RemoteApp, ShellApi } from '@wholepage/contracts/mount';
import type { PageState, RemoteOnPage } from '@wholepage/contracts/page';
import { within } from '@wholepage/federation/deadline';
import { pageAddress } from '@wholepage/page-rules/address';
import { onAddressChange } from '../navigation/place';
import { type Reported, reportFailure } from '../reports/report';
import type { Cause } from './failures/failure-panel';
import { loadRemote } from './load-remote';
import type { Releases } from './releases';
import type { Slot } from './slot';
import { Visit } from './visit';

/** What a remote gets beside its `MountProps`: all of single-spa's own once that is there, and its name in any case. */
export interface RemoteProps {
  name: string;
}

/** What single-spa is given for a remote. */
type Lifecycles = Record<'mount' | 'unmount', (props: RemoteProps) => Promise<void>>;

/** Tells of the first mount what single-spa tells of all others. */
const tellMounted = (name: string): boolean =>
  window.dispatchEvent(new CustomEvent('single-spa:app-change', { detail: { appsByNewStatus: { MOUNTED: [name] } } }));

/** One who reads what the server made loses nothing by waiting; one who clicked does. */
const MOUNT_LIMIT_MS = { reading: 20_000, navigating: 3_000 };

interface RemoteHostOptions {
  state: PageState;
  config: PublicConfig;
  releases: Releases;
  slot: Slot;
  shell: ShellApi;
  /** Whether somebody was sent to this page from another one without a page load. */
  hasNavigated(): boolean;
  /** Whether the page that is shown stays, though the address is another's. */
  isHolding(): boolean;
  /** A page could not be shown after a soft navigation. @returns whether a page load shows it instead */
  recover(): Promise<boolean>;
  /** From now on this release has the slot, for a page of this pattern. */
  onVisit(remote: RemoteOnPage, pattern: string): void;
  /** The page of the address is mounted. */
  onMounted(): void;
  /** The slot shows again what the server made. */
  onRestored(): void;
  /** The slot says that the page could not be shown. */
  onFailureShown(): void;
  /** The visitor asks for the failed page once more. */
  onRetry(): void;
  /** Which remote is to be mounted may be another now. */
  reroute(): void;
}

/** Phases as reports to the composer name them. */
const FAILURES = { loading: 'load', bootstrapping: 'mount', mounting: 'mount', running: 'runtime' } as const;

const currentPage = (): string => window.location.pathname + window.location.search;

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
  private first: First | undefined;
  private ending = Promise.resolve();
  private isFirst = true;
  /** The page that could not be shown; it is left alone until somebody asks again. */
  private failedPage: string | undefined;

  constructor(private readonly options: RemoteHostOptions) {
    onAddressChange(() => {
      const page = currentPage();
      if (page !== this.failedPage) this.failedPage = undefined;
      this.visit?.moved(page);
    });
  }

  /** Shows the page that was opened, before single-spa is there. */
  showFirst(name: string): void {
    const showing = this.show(name, { name }).then(() => {
      if (!this.visit) this.first = undefined;
      else tellMounted(name);
    });
    this.first = { name, showing };
  }

  /** Whether single-spa is to mount a remote, or to leave it mounted. What it finds is taken over before anything else. */
  isActive(name: string, location: Location): boolean {
    if (this.first?.name === name) return true;
    return this.options.isHolding() ? this.visit?.remote.name === name : this.isDue(name, location);
  }

  lifecycles(name: string): Lifecycles {
    return {
      mount: (props) => (this.first?.name === name ? this.takeOver(this.first) : this.show(name, props)),
      unmount: () => this.end(),
    };
  }

  /** The release that has the slot. */
  get shown(): Reported | undefined {
    const remote = this.visit?.remote;
    return remote && { app: remote.name, version: remote.version };
  }

  /** The page of the current address is shown. */
  arrived(): void {
    if (this.visit) this.visit.shownPage = currentPage();
  }

  /** Says in place of the page that it could not be shown. */
  showFailure(cause: Cause): void {
    this.failedPage = currentPage();
    this.giveUp();
    this.options.slot.showFailure(this.options.onRetry, cause);
    this.options.onFailureShown();
    this.options.reroute();
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
        if ((await Promise.race([mounted, visit.left])) !== 'left') return this.options.onMounted();
        await this.end();
      } catch (error) {
        this.fail(visit, error);
      }
    }
  }

  private begin(): Visit | undefined {
    const url = new URL(window.location.href);
    const owned = this.options.releases.ownerOf(url.pathname);
    if (!owned) return undefined;
    const isServed = this.isFirst && this.isServedPage(url);
    this.isFirst = false;
    this.visit = new Visit(owned.remote, currentPage(), isServed, this.bootstrapped);
    this.options.onVisit(owned.remote, owned.route.path);
    return this.visit;
  }

  /** Whether the slot holds the page of an address. A visitor may go back before any script has run, or the remote's has come. */
  private isServedPage(url: URL): boolean {
    const { state, releases } = this.options;
    const owned = releases.ownerOf(url.pathname);
    return state.rendered && !!owned && state.address === pageAddress(url, owned.route.query);
  }

  private async mount(visit: Visit, props: RemoteProps): Promise<'mounted'> {
    const { state, config, slot, shell } = this.options;
    const app = await loadRemote(visit.remote);
    // The address changed meanwhile: this visit is over.
    if (this.visit !== visit) return 'mounted';
    const isServed = visit.isServed && this.isServedPage(new URL(window.location.href));
    const mountProps: MountProps = {
      ...props,
      slot: isServed ? slot.current : slot.renew(),
      config,
      data: isServed ? state.data : undefined,
      shell: {
        ...shell,
        events: visit.eventsOf(app),
        // Its router may hear of the next remote's page before it is unmounted.
        setHead: (head) => this.isShown(visit) && shell.setHead(head),
        fail: (error) => this.fail(visit, error),
      },
    };
    await visit.mount(app, mountProps);
    return 'mounted';
  }

  /** Whose the page of the address is need not be known yet after a step back: then it is the page of who shows it. */
  private isShown(visit: Visit): boolean {
    const owned = this.options.releases.ownerOf(window.location.pathname);
    return this.visit === visit && (!owned || owned.remote.name === visit.remote.name);
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
    reportFailure({ app: name, version }, FAILURES[visit.phase], error);
    this.giveUp();
    if (!this.owns(visit.remote.name, window.location.pathname)) return;
    const { slot, recover, reroute, hasNavigated, onRestored } = this.options;
    this.failedPage = currentPage();
    if (visit.isServed && visit.address === this.failedPage) {
      // What the server made is still there, with what was typed into it, until a remote begins to mount.
      if (visit.phase !== 'loading') slot.restore();
      onRestored();
    } else if (visit.shownPage === this.failedPage || !hasNavigated()) this.showFailure('failed');
    else {
      recover().then((isLoading) => {
        if (!isLoading && this.hasFailed) this.showFailure('unreachable');
      });
    }
    reroute();
  }
}
