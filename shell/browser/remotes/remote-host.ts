import { pageAddress } from 'contracts/address';
import type { PublicConfig } from 'contracts/config';
import type { MountProps, RemoteApp, ShellApi } from 'contracts/mount';
import type { PageState } from 'contracts/page';
import type { AppProps } from 'single-spa';
import { within } from '../deadline';
import { onPopState } from '../navigation/on-pop-state';
import { reportFailure } from '../reports/report';
import { loadRemote } from './load-remote';
import type { Releases } from './releases';
import type { Slot } from './slot';
import { Visit } from './visit';

/** One who reads what the server made loses nothing by waiting; one who clicked does. */
const MOUNT_LIMIT_MS = { reading: 20_000, navigating: 3_000 };
/** The next page waits for the one before to go, but not for one that hangs: it gets a slot of its own. */
const UNMOUNT_LIMIT_MS = 1_000;
/** Ours are shorter, and say more. */
const NO_LIMIT = { millis: 60_000, dieOnTimeout: false, warningMillis: 60_000 };
const TIMEOUTS = { bootstrap: NO_LIMIT, mount: NO_LIMIT, unmount: NO_LIMIT, unload: NO_LIMIT };

interface RemoteHostOptions {
  state: PageState;
  config: PublicConfig;
  releases: Releases;
  slot: Slot;
  shell: ShellApi;
  /** Whether somebody was sent to this page from another one without a page load. */
  hasNavigated(): boolean;
  /** A page could not be shown after a soft navigation. @returns whether a page load shows it instead */
  recover(): Promise<boolean>;
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

/** What single-spa is given for a remote. */
interface Lifecycles extends Record<'bootstrap' | 'mount' | 'unmount', (props: AppProps) => Promise<void>> {
  timeouts: typeof TIMEOUTS;
}

/** Phases as reports to the composer name them. */
const FAILURES = { loading: 'load', bootstrapping: 'mount', mounting: 'mount', running: 'runtime' } as const;

const currentPage = (): string => window.location.pathname + window.location.search;

/** Mounts remotes for single-spa, and keeps what they do wrong to themselves: no lifecycle of theirs rejects or hangs. */
export class RemoteHost {
  private readonly bootstrapped = new WeakSet<RemoteApp>();
  private visit: Visit | undefined;
  private isFirst = true;
  /** The page that could not be shown; it is left alone until somebody asks again. */
  private failedPage: string | undefined;

  constructor(private readonly options: RemoteHostOptions) {
    onPopState(() => {
      const page = currentPage();
      if (page !== this.failedPage) this.failedPage = undefined;
      this.visit?.moved(page);
    });
  }

  isActive(name: string, { pathname, search }: Location): boolean {
    return pathname + search !== this.failedPage && this.owns(name, pathname);
  }

  lifecycles(name: string): Lifecycles {
    return {
      timeouts: TIMEOUTS,
      bootstrap: async () => {},
      mount: (props) => this.show(name, props),
      unmount: () => this.end(),
    };
  }

  /** The page of the current address is shown. */
  arrived(): void {
    if (this.visit) this.visit.shownPage = currentPage();
  }

  /** Says in place of the page that it could not be shown. */
  showFailure(): void {
    this.failedPage = currentPage();
    this.options.slot.showFailure(this.options.onRetry);
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

  private owns(name: string, path: string): boolean {
    return this.options.releases.ownerOf(path)?.remote.name === name;
  }

  /** Goes on until the page of the address is shown, or another remote's turn has come. */
  private async show(name: string, props: AppProps): Promise<void> {
    while (this.isActive(name, window.location)) {
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
    const { state, releases } = this.options;
    const url = new URL(window.location.href);
    const owned = releases.ownerOf(url.pathname);
    if (!owned) return undefined;
    const address = pageAddress(url, owned.route.query);
    // A visitor may have gone back before any script ran: then the page in the slot is another's.
    const isServed = this.isFirst && state.rendered && state.address === address;
    this.isFirst = false;
    this.visit = new Visit(owned.remote, currentPage(), isServed, this.bootstrapped);
    return this.visit;
  }

  private async mount(visit: Visit, props: AppProps): Promise<'mounted'> {
    const { state, config, slot, shell } = this.options;
    const app = await loadRemote(visit.remote);
    // The address changed meanwhile: this visit is over.
    if (this.visit !== visit) return 'mounted';
    const mountProps: MountProps = {
      ...props,
      slot: visit.isServed ? slot.current : slot.renew(),
      config,
      data: visit.isServed ? state.data : undefined,
      shell: {
        ...shell,
        setHead: (head) => this.visit === visit && shell.setHead(head),
        fail: (error) => this.fail(visit, error),
      },
    };
    await visit.mount(app, mountProps);
    return 'mounted';
  }

  private async end(): Promise<void> {
    const { visit } = this;
    this.visit = undefined;
    if (!visit) return;
    const { name, version } = visit.remote;
    try {
      await within(visit.unmount(), UNMOUNT_LIMIT_MS, 'It');
    } catch (error) {
      console.error(`${name} ${version} failed while unmounting.`, error);
    }
  }

  private fail(visit: Visit, error: unknown): void {
    if (this.visit !== visit) return;
    const { name, version } = visit.remote;
    console.error(`${name} ${version} failed while ${visit.phase} ${visit.address}.`, error);
    reportFailure({ app: name, version }, FAILURES[visit.phase]);
    if (!this.owns(visit.remote.name, window.location.pathname)) return;
    const { slot, recover, reroute, hasNavigated, onRestored } = this.options;
    this.failedPage = currentPage();
    if (visit.isServed && visit.address === this.failedPage) {
      slot.restore();
      onRestored();
    } else if (visit.shownPage === this.failedPage || !hasNavigated()) this.showFailure();
    else {
      recover().then((isLoading) => {
        if (!isLoading && this.hasFailed) this.showFailure();
      });
    }
    reroute();
  }
}
