import type { RemoteHost } from './remote-host';

/** The only module that knows single-spa, and its chunk. */
type SingleSpa = typeof import('./register');

/** Tells of changes of the address by a `popstate` of their own, as single-spa does, until it does. @returns what ends it */
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
 * Which remote is mounted. The page that was opened has one, and nothing to decide: single-spa is fetched when somebody is
 * about to go on, takes over what is there, and decides from then on.
 */
export class Routing {
  private readonly endAnnouncing = announcePushes();
  private starting: Promise<SingleSpa> | undefined;
  private singleSpa: SingleSpa | undefined;

  /** @param first name of the remote of the page that was opened, if it is one's */
  constructor(
    private readonly host: RemoteHost,
    private readonly first: string | undefined,
  ) {}

  /** Has single-spa ready. What did not come is asked for again by who needs it next. @throws when it cannot be had */
  async start(): Promise<void> {
    this.starting ??= this.fetch();
    await this.starting;
  }

  /** A page of this remote is about to be shown; call it after {@link start}. */
  register(name: string): void {
    this.singleSpa?.registerRemote(name, this.host);
  }

  /** Which remote is to be mounted may be another now. */
  reroute(): void {
    this.singleSpa?.reroute();
  }

  private async fetch(): Promise<SingleSpa> {
    try {
      const singleSpa = await import(/* webpackChunkName: "soft-navigation" */ './register');
      this.endAnnouncing();
      if (this.first) singleSpa.registerRemote(this.first, this.host);
      singleSpa.startRouting();
      this.singleSpa = singleSpa;
      return singleSpa;
    } catch (error) {
      this.starting = undefined;
      throw error;
    }
  }
}
