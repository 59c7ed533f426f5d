import type { AppName, ReleaseRoute, RemoteName } from '../release/release';
import type { FragmentOnPage } from '../remote/fragment';
import type { PublicConfig } from '../remote/mount';

/** A picture for an `<img>`: address, natural size in CSS pixels, alternative text. */
export interface Picture {
  src: string;
  width: number;
  height: number;
  alt: string;
}

/** Ids of the JSON element with the {@link PageState}, and of the element that holds the remote. */
export const PAGE_STATE_ID = 'page-state';
export const SLOT_ID = 'slot';

/**
 * A bubbling event: an element's content was rendered from scratch. `hydration`: its HTML had been changed on the way.
 * `dom`: its nodes were moved later. A host that does not blame the release calls `preventDefault()`. Otherwise the
 * detail is the copy of the server's HTML that the element replaces, or undefined where it holds that HTML again.
 */
export const RECOVERED_EVENT = 'wholepage:recovered';
export type Recovery = 'hydration' | 'dom';

/** Status that a layout is rendered for. 200: a remote's page, whatever its own status. Others: the shell's own page. */
export type LayoutStatus = 200 | 401 | 403 | 404;

/** HTML for visitors without scripts on a remote's standalone page. */
export const STANDALONE_NOTE =
  '<noscript>A remote alone is made by its scripts; what visitors without any get is its page within the site.</noscript>';

/** Id of the live set of releases. Never cached: tabs learn of newer releases here. */
export const LIVE_SET_PATH = '/_sets/live.json';
/** A set by its id; immutable. */
export const setPath = (id: string): string => `/_sets/${id}.json`;
/** The site's present settings with absolute addresses, for remotes in foreign pages. */
export const LIVE_SETTINGS_PATH = '/_settings/live.json';
/** The {@link SiteDescription} that remotes in their own repositories are checked against. */
export const SITE_DESCRIPTION_PATH = '/_settings/site.json';
/** The site's settings by the hash of their text; immutable. */
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

/** Settings that every page of the site shares. */
export interface SiteSettings<Config extends PublicConfig = PublicConfig> {
  config: Config;
}

/** Page state for the browser. It holds nothing of other pages, so that no other team's release changes it. */
export interface PageState {
  /** Address of the {@link SiteSettings}. */
  settings: string;
  /** Versions of the apps on this page. */
  releases: Record<AppName, string>;
  /** The remote that owns this path, with this page's route only; undefined on the 404 page. */
  remote: RemoteOnPage | undefined;
  /** Path and query that the page was made for; undefined on the 404 page. */
  address: string | undefined;
  /** Whether the server rendered the slot, and the data of that render. */
  rendered: boolean;
  data: unknown;
  /** Fragments of the page with a browser part, by key; left out when there are none. */
  fragments?: Record<string, FragmentOnPage>;
  /** Remotes of these fragments, without the page's own. */
  fragmentRemotes?: RemoteOnPage[];
  /** Id of the page's set; only on pages with fragments. */
  set?: string;
  /** Shape of the HTML that the composer sent in `#app`, as `@wholepage/page-rules/html-shape` counts it. */
  shape?: string;
}
