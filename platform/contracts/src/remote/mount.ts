import type { HeadInput } from '../page/head';
import type { EventDeclarations, SiteEvents } from './events';
import type { Denied, Redirect } from './render';

/** Defaults for a page's head, and the site's identity. */
export interface SiteIdentity {
  /** Default title, and the site's name on shared pages. */
  name: string;
  description: string;
  keywords: string;
  /** `lang` of the pages: `en-GB`. */
  language: string;
  /** CSS colour of the browser's toolbars. */
  themeColor?: string;
  /** What the platform itself says of a page that cannot be shown; a word that is left out is English. */
  words?: Partial<Record<'title' | 'offline' | 'unreachable' | 'failed' | 'typed' | 'retry' | 'unavailable', string>>;
  /** Attribute of `body` that names the page's remote, such as `data-boundary-page`. */
  ownerAttribute?: string;
}

/** Public settings, given at run time. A site extends this type and passes it to {@link MountProps} and its like. */
export interface PublicConfig {
  /** Without a trailing slash. */
  siteOrigin: string;
  site: SiteIdentity;
}

/** Methods of every site's shell. A site's own shell may add more. */
export interface ShellApi {
  /** Shows an alert dialog with an OK button; resolves when it closes. */
  alert(text: string): Promise<void>;
  /** Shows a toast for 5000 ms. */
  toast(text: string): void;
  /** Navigates softly to a path of this site, as a link does. @throws for an address of another site */
  navigate(path: string): void;
  /** Sets the head of the current page, and reports that the page is shown. */
  setHead(head: HeadInput): void;
  /** Reports that the current page cannot be shown. The shell unmounts the remote and shows its error page. */
  fail(error: unknown): void;
  events: SiteEvents;
}

/** The parts of `window` that a router needs. */
export interface AddressView {
  readonly location: Pick<Location, 'pathname' | 'search' | 'hash' | 'href' | 'origin'>;
  readonly history: Pick<History, 'state' | 'pushState' | 'replaceState' | 'go'>;
  addEventListener(type: 'popstate', listener: () => void): void;
  removeEventListener(type: 'popstate', listener: () => void): void;
}

/** Argument of a remote's `mount`, beside single-spa's props. On the first page these are only `name`. */
export interface MountProps<Config extends PublicConfig = PublicConfig, Shell extends ShellApi = ShellApi> {
  /** Element to render into. Holds the server's HTML when `data` is given. */
  slot: HTMLElement;
  config: Config;
  /** `data` of the server's render of this address; undefined after a soft navigation. */
  data: unknown;
  shell: Shell;
  /** Replaces `window` where the remote does not follow the address bar: in a foreign page. */
  view?: AddressView;
}

/** A remote's browser entry, exposed as `./app`. */
export interface RemoteApp<Config extends PublicConfig = PublicConfig, Shell extends ShellApi = ShellApi> {
  bootstrap(props: MountProps<Config, Shell>): Promise<void>;
  /**
   * Fetches code and data of the next page while the present one stays. Then `mount`, or a remote that is mounted
   * already, shows the page at once.
   * @returns a redirect or a denial; the page is not mounted then
   * @throws when the page's code cannot be loaded
   */
  prepare?(page: { url: URL; config: Config }): Promise<Redirect | Denied | undefined>;
  mount(props: MountProps<Config, Shell>): Promise<void>;
  unmount(props: MountProps<Config, Shell>): Promise<void>;
  events?: EventDeclarations;
}
