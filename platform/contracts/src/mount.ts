import type { PublicConfig } from './config';
import type { EventDeclarations, SiteEvents } from './events';
import type { HeadInput } from './head';

/** What a remote may ask of the shell. All of it is safe to call at any time. */
export interface ShellApi {
  /** Opens the enquiry modal. Focus returns to the element that had it. */
  openEnquiry(): void;
  /** Shows an alert dialog with this text and an OK button; resolves when it is closed. */
  alert(text: string): Promise<void>;
  /** Shows a toast for 5000 ms. */
  toast(text: string): void;
  /** Soft navigation to a path of this site, as if a link had been clicked. */
  navigate(path: string): void;
  /** The page of the current address is now shown, and this is its head. */
  setHead(head: HeadInput): void;
  /** The page of the current address cannot be shown: the shell unmounts the remote and helps the visitor on. Since contract 2. */
  fail(error: unknown): void;
  /** Facts that apps tell each other. Since contract 4. */
  events: SiteEvents;
}

/** What a remote needs of a window to follow its address. */
export interface AddressView {
  readonly location: Pick<Location, 'pathname' | 'search' | 'hash' | 'href' | 'origin'>;
  readonly history: Pick<History, 'state' | 'pushState' | 'replaceState' | 'go'>;
  addEventListener(type: 'popstate', listener: () => void): void;
  removeEventListener(type: 'popstate', listener: () => void): void;
}

/**
 * What a remote's `mount` is given, beside single-spa's own props: of these the page that was opened has `name` alone, for
 * single-spa comes when somebody goes on.
 */
export interface MountProps {
  /** Where the remote renders. Holds its server-made HTML when `data` is given. */
  slot: HTMLElement;
  config: PublicConfig;
  /** The `data` of the server's render of this very address; undefined after a soft navigation. */
  data: unknown;
  shell: ShellApi;
  /** Stands for the browser's window where the remote does not follow its address bar: embedded in a foreign page. */
  view?: AddressView;
}

/** A remote's browser entry, exposed as `./app`. */
export interface RemoteApp {
  bootstrap(props: MountProps): Promise<void>;
  mount(props: MountProps): Promise<void>;
  unmount(props: MountProps): Promise<void>;
  /** What it tells others. Since contract 4. */
  events?: EventDeclarations;
}
