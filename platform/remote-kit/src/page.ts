import type { HeadInput } from '@wholepage/contracts/head';
import type { PublicConfig, ShellApi } from '@wholepage/contracts/mount';
import type { Denied, Redirect, RenderedPage } from '@wholepage/contracts/render';
import type { RouteParams } from '@wholepage/page-rules/address';
import { createContext, type ReactNode, useContext } from 'react';

/** Argument of a page's `load`, which runs on the server and, after a soft navigation, in the browser. */
export interface LoadContext<Config extends PublicConfig = PublicConfig> {
  url: URL;
  params: RouteParams;
  config: Config;
  /** The visitor's cookies that the route declares. Empty in the browser, which sends them with its calls. */
  cookies: Readonly<Record<string, string>>;
  fetch: typeof globalThis.fetch;
  /** Aborted when the address changes. */
  signal: AbortSignal;
}

/** A page's head and data for one address. */
export interface Loaded<Data> {
  /** HTTP status; default: 200. */
  status?: number;
  head: HeadInput;
  /** JSON only: it is part of the page. */
  data: Data;
  /** Seconds for which the server may reuse the rendered page; default: an hour. */
  maxAge?: number;
  /** Further origins for this page's policy. */
  allow?: RenderedPage['allow'];
}

/**
 * Redirects the visitor, from `load` or `render`, for page loads and soft navigations alike.
 * @param to a path of the site, or an address at an origin that `redirectOrigins` of `site.ts` names
 * @param status 301 and 308: moved permanently; 307 and 308: forms are sent again
 * @param maxAge seconds for which the composer may reuse the redirect
 */
export const redirect = (to: string, status: Redirect['status'] = 303, maxAge = 0): Redirect => ({
  status,
  to,
  maxAge,
});

/** Denies the page to this visitor: 401 before a sign-in, 403 in any case. They see the site's own page for it. */
export const denied = (status: Denied['status']): Denied => ({ status, denied: true });

/** Result of `load`. */
export type Answer<Data> = Loaded<Data> | Redirect | Denied;

export interface PageProps<Data> {
  /** `loading` and `failed` occur only in the browser, and only when `load` is asynchronous. */
  state: 'loading' | 'ready' | 'failed';
  /** Set when ready. */
  data: Data | undefined;
  params: RouteParams;
  url: URL;
  /** Loads the data again after a failure. */
  retry(): void;
}

export interface PageDefinition<Data, Config extends PublicConfig = PublicConfig> {
  load(context: LoadContext<Config>): Answer<Data> | Promise<Answer<Data>>;
  /** A component. */
  Page(props: PageProps<Data>): ReactNode;
}

/** A page without its own data type. */
export type AnyPage = PageDefinition<unknown>;

/** Type of {@link definePage} on a site with settings of this type. */
export type DefinePage<Config extends PublicConfig> = <Data>(definition: PageDefinition<Data, Config>) => AnyPage;

/** Ties a page's data to the component that shows it. */
export function definePage<Data>(definition: PageDefinition<Data>): AnyPage {
  // The kit hands `Page` only what this very `load` returned, so the type may be forgotten here.
  return definition;
}

/** A path that a remote owns. */
export interface RemoteRoute {
  /** A pattern such as `/posts/:slug`. */
  path: string;
  /** The page's folder; its chunk is named `page-{name}`. */
  name: string;
  /** True: reached by a page load only, because its policy allows more than other pages'. */
  document?: boolean;
  /** Label in the site's menu while the release is live; the site's own entry overrides it. */
  menu?: string;
  /** Query parameters that the page depends on. */
  query?: readonly string[];
  /** Cookies that the page reads. A request with any of them gets a page of its own, which is never cached. */
  cookies?: readonly string[];
  /**
   * Addresses for the sitemap; default: the path, unless it has parameters. `[]` for pages that are not for search
   * engines. Addresses that the build cannot know come from the server entry's `sitemap`.
   */
  sitemap?: readonly string[];
  load(): Promise<{ page: AnyPage }>;
}

export interface RemoteDefinition {
  name: string;
  routes: readonly RemoteRoute[];
}

/** Environment of a remote. @typeParam Config, Shell the site's own, see contracts/mount */
export interface RemoteEnvironment<Config extends PublicConfig = PublicConfig, Shell extends ShellApi = ShellApi> {
  config: Config;
  shell: Shell;
  /** The site's origin in a foreign page, as a prefix for paths of site files in `src`. */
  base?: string;
}

export const RemoteContext = createContext<RemoteEnvironment | undefined>(undefined);

/**
 * Returns the site's settings and the shell, in any component of a remote.
 * @typeParam Environment of a site that adds to either: `useRemote<SiteEnvironment>()`
 */
export function useRemote<Environment extends RemoteEnvironment = RemoteEnvironment>(): Environment {
  const environment = useContext(RemoteContext);
  if (!environment) throw new Error('`useRemote` is called outside a page of a remote');
  // The host is the site's own, so that its types apply.
  return environment as Environment;
}
