import type { RemoteHost } from './remote-host';

/** The only module that knows single-spa, and its chunk. */
type SingleSpa = typeof import('./register');

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
  private starting: Promise<void> | undefined;
  private singleSpa: SingleSpa | undefined;

  /** @param first name of the first page's remote, if it has one */
  constructor(
    private readonly host: RemoteHost,
    private readonly first: string | undefined,
  ) {}

  /** Loads single-spa. After a failure the next call tries again. @throws when it cannot be loaded */
  start(): Promise<void> {
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

  private async fetch(): Promise<void> {
    const singleSpa = await import(/* webpackChunkName: "soft-navigation" */ './register');
    this.endAnnouncing();
    if (this.first) singleSpa.registerRemote(this.first, this.host);
    singleSpa.startRouting();
    this.singleSpa = singleSpa;
  }
}
