import type { AppName, ReleaseRoute, RemoteName } from '../release/release';
import type { FragmentOnPage } from '../remote/fragment';
import type { PublicConfig } from '../remote/mount';

/** A picture ready for an `<img>`: address, natural size in CSS pixels, text for those who do not see it. */
export interface Picture {
  src: string;
  width: number;
  height: number;
  alt: string;
}

/** Id of the JSON element that carries {@link PageState} and of the element that holds the remote. */
export const PAGE_STATE_ID = 'page-state';
export const SLOT_ID = 'slot';

/**
 * What a root's element says, upwards through the page, when its content was made from scratch. Either its HTML had been changed on its way (`hydration`), or its nodes were moved later (`dom`). The host that takes the blame off the release prevents its default.
 * Without such a kind it is as the server made it again. Or it takes the place of a copy of that, which is then the detail.
 */
export const RECOVERED_EVENT = 'wholepage:recovered';
export type Recovery = 'hydration' | 'dom';

/** What a layout is asked for: 200 for a remote's page, whatever that answers; else the shell's own page is within it. */
export type LayoutStatus = 200 | 401 | 403 | 404;

/** HTML for who opens a remote alone without scripts, where the composer's layout is not there to show anything else. */
export const STANDALONE_NOTE =
  '<noscript>A remote alone is made by its scripts; what visitors without any get is its page within the site.</noscript>';

/** Names the set of releases that is live. Never cached: this is how a tab learns of newer releases. */
export const LIVE_SET_PATH = '/_sets/live.json';
/** The set of that id: immutable. */
export const setPath = (id: string): string => `/_sets/${id}.json`;
/** The site's settings as they are now, with absolute addresses: for remotes in foreign pages. */
export const LIVE_SETTINGS_PATH = '/_settings/live.json';
/** The site as remotes in repositories of their own are checked against it. */
export const SITE_DESCRIPTION_PATH = '/_settings/site.json';
/** The site's settings by the hash of their text: immutable. */
export const settingsPath = (hash: string): string => `/_settings/${hash}.json`;

export type RouteOnPage = Pick<ReleaseRoute, 'path' | 'document' | 'query' | 'js' | 'css'>;

/** One release of a remote, as the browser needs it. Addresses are absolute paths. */
export interface RemoteOnPage {
  name: RemoteName;
  version: string;
  /** Federation entry and its integrity. */
  entry: string;
  integrity: string;
  js: string[];
  css: string[];
  routes: RouteOnPage[];
  /** Its entry exposes `./fragments`. */
  fragments?: true;
}

export interface LiveSet {
  id: string;
}

/** All remotes of a set, and the shell that it was made for. */
export interface SetDocument extends LiveSet {
  shell: string;
  remotes: RemoteOnPage[];
}

/** What is the same on every page of the site. */
export interface SiteSettings<Config extends PublicConfig = PublicConfig> {
  config: Config;
}

/** Page state for the browser: only what belongs to this page, so that no other team's release changes it. */
export interface PageState {
  /** Address of the {@link SiteSettings}. */
  settings: string;
  /** Versions of the apps that made this page. */
  releases: Record<AppName, string>;
  /** The remote that owns this path, with the route of this page alone; undefined on the 404 page. */
  remote: RemoteOnPage | undefined;
  /** Path and query that the page was made for; undefined on the 404 page. */
  address: string | undefined;
  /** Its data, when the server rendered it; `rendered` false means that the slot is empty. */
  rendered: boolean;
  data: unknown;
  /** Fragments that the page holds and that have a part in the browser, by key; left out where there are none. */
  fragments?: Record<string, FragmentOnPage>;
  /** The remotes of those; the page's own is not repeated. */
  fragmentRemotes?: RemoteOnPage[];
  /** Id of the set that made the page; only on pages that hold fragments. */
  set?: string;
  /** How much HTML the composer sent as the content of `#app`, as `@wholepage/page-rules/html` counts. */
  shape?: string;
}
