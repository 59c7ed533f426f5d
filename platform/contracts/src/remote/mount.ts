import type { HeadInput } from '../page/head';
import type { EventDeclarations, SiteEvents } from './events';
import type { Denied, Redirect } from './render';

/** What pages fall back to where they say nothing of themselves. */
export interface SiteIdentity {
  /** Title, and name of the site where a page is shared. */
  name: string;
  description: string;
  keywords: string;
  /** Of its pages, as their `lang` says it: `en-GB`. */
  language: string;
  /** Colour of the browser's own bars, as CSS has it. */
  themeColor?: string;
  /** Attribute of `body` that names the remote of the page, such as `data-boundary-page`. */
  ownerAttribute?: string;
}

/** Settings that the browser may know, given at run time. A site adds its own, and passes the type to {@link MountProps} and its like. */
export interface PublicConfig {
  /** Without a trailing slash. */
  siteOrigin: string;
  site: SiteIdentity;
}

/** What a remote may ask of every site's shell, at any time. A site's own shell may offer more. */
export interface ShellApi {
  /** Shows an alert dialog with this text and an OK button; resolves when it is closed. */
  alert(text: string): Promise<void>;
  /** Shows a toast for 5000 ms. */
  toast(text: string): void;
  /** Soft navigation to a path of this site, as if a link had been clicked. @throws for an address of another site */
  navigate(path: string): void;
  /** Reports that the page of the current address is shown, with its head. */
  setHead(head: HeadInput): void;
  /** The page of the current address cannot be shown: the shell unmounts the remote and helps the visitor on. */
  fail(error: unknown): void;
  events: SiteEvents;
}

/** The parts of a window that a remote needs to follow its address. */
export interface AddressView {
  readonly location: Pick<Location, 'pathname' | 'search' | 'hash' | 'href' | 'origin'>;
  readonly history: Pick<History, 'state' | 'pushState' | 'replaceState' | 'go'>;
  addEventListener(type: 'popstate', listener: () => void): void;
  removeEventListener(type: 'popstate', listener: () => void): void;
}

/** Properties of a remote's `mount`, beside single-spa's own, of which only `name` is set on the first page. */
export interface MountProps<Config extends PublicConfig = PublicConfig, Shell extends ShellApi = ShellApi> {
  /** Where the remote renders. Holds its server-made HTML when `data` is given. */
  slot: HTMLElement;
  config: Config;
  /** The `data` of the server's render of this very address; undefined after a soft navigation. */
  data: unknown;
  shell: Shell;
  /** Stands for the browser's window where the remote does not follow its address bar: embedded in a foreign page. */
  view?: AddressView;
}

/** A remote's browser entry, exposed as `./app`. */
export interface RemoteApp<Config extends PublicConfig = PublicConfig, Shell extends ShellApi = ShellApi> {
  bootstrap(props: MountProps<Config, Shell>): Promise<void>;
  /**
   * Fetches the code and the data of a page that a visitor is about to go to. The page before stays until it is over; then
   * `mount`, or a mounted remote that hears of the new address, shows the page at once.
   * @returns where the page sends the visitor, or that it is not for them: then it is not mounted
   * @throws when the page's code cannot be loaded
   */
  prepare?(page: { url: URL; config: Config }): Promise<Redirect | Denied | undefined>;
  mount(props: MountProps<Config, Shell>): Promise<void>;
  unmount(props: MountProps<Config, Shell>): Promise<void>;
  events?: EventDeclarations;
}
