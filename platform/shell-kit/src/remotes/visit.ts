import type { SiteEvents } from '@wholepage/contracts/events';
import type { MountProps, RemoteApp } from '@wholepage/contracts/mount';
import type { RemoteOnPage } from '@wholepage/contracts/page';
import { within } from '@wholepage/federation/deadline';
import { reportedEvents } from '../events/reported-events';
import type { EventScope } from '../events/site-events';

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

  /** The events of this visit: what it subscribes to ends with it. */
  eventsOf(app: RemoteApp): SiteEvents {
    const { name, version } = this.remote;
    this.events = reportedEvents({ app: name, version }, () => app.events);
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
      await within(this.unmount(), UNMOUNT_LIMIT_MS, 'It');
    } catch (error) {
      console.error(`${name} ${version} failed while unmounting.`, error);
    }
  }

  private async unmount(): Promise<void> {
    await this.mounted?.app.unmount(this.mounted.props);
  }
}
