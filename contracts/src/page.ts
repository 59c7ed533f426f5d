import type { PublicConfig } from './config';
import type { HeadInput } from './head';
import type { AppName, RemoteName } from './version';

/** Id of the JSON element that carries {@link PageState} and of the element that holds the remote. */
export const PAGE_STATE_ID = 'page-state';
export const SLOT_ID = 'slot';

/** On an element of a page: what it is about, in words. An enquiry opened from there begins with them. */
export const ABOUT_ATTRIBUTE = 'data-about';

/** One release of a remote, as the browser needs it. Addresses are absolute paths. */
export interface RemoteOnPage {
  name: RemoteName;
  version: string;
  /** Federation entry and its integrity. */
  entry: string;
  integrity: string;
  js: string[];
  css: string[];
  routes: { path: string; document: boolean; query?: string[]; js: string[]; css: string[] }[];
}

/** Everything the browser is told with the page. One page is built from one set of releases: this one. */
export interface PageState {
  config: PublicConfig;
  /** Versions of all apps of this page's set. */
  releases: Partial<Record<AppName, string>>;
  remotes: RemoteOnPage[];
  /** Path and query that the page was made for; undefined on the 404 page. */
  address: string | undefined;
  /** The remote that owns this path; undefined on the 404 page. */
  owner: RemoteName | undefined;
  /** Its data, when the server rendered it; `rendered` false means that the slot is empty. */
  rendered: boolean;
  data: unknown;
  head: HeadInput;
}
