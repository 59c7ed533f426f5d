import type { HeadInput } from '@wholepage/contracts/head';
import type { PublicConfig, ShellApi } from '@wholepage/contracts/mount';
import type { Denied, Redirect, RenderedPage } from '@wholepage/contracts/render';
import type { RouteParams } from '@wholepage/page-rules/address';
import { createContext, type ReactNode, useContext } from 'react';

/** What a page's `load` may use. It runs on the server and, after a soft navigation, in the browser. */
export interface LoadContext<Config extends PublicConfig = PublicConfig> {
  url: URL;
  params: RouteParams;
  config: Config;
  /** Those of the visitor's that the route declares. Empty in the browser, whose calls carry them. */
  cookies: Readonly<Record<string, string>>;
  fetch: typeof globalThis.fetch;
  /** Aborted when the address changes. */
  signal: AbortSignal;
}

/** What a page is made of for one address. */
export interface Loaded<Data> {
  /** HTTP status; 200 when left out. */
  status?: number;
  head: HeadInput;
  /** JSON only: it travels with the page. */
  data: Data;
  /** Seconds for which the server may reuse the rendered page; an hour when left out. */
  maxAge?: number;
  /** Origins beyond our own that this page's CSP must allow. */
  allow?: RenderedPage['allow'];
}

/**
 * Sends the visitor on: of `load` and `render`, alike for page loads and soft navigations.
 * @param to a path of the site, or an address at an origin that `redirectOrigins` of `site.ts` names
 * @param status 301 and 308 say that the page has moved for good, 307 and 308 that forms are sent again
 * @param maxAge seconds for which the composer may reuse the answer
 */
export const redirect = (to: string, status: Redirect['status'] = 303, maxAge = 0): Redirect => ({
  status,
  to,
  maxAge,
});

/** The page is not for this visitor: 401 before they sign in, 403 whoever they are. They see the site's own page for it. */
export const denied = (status: Denied['status']): Denied => ({ status, denied: true });

/** What `load` answers. */
export type Answer<Data> = Loaded<Data> | Redirect | Denied;

export interface PageProps<Data> {
  /** `loading` and `failed` occur only in the browser, and only when `load` is asynchronous. */
  state: 'loading' | 'ready' | 'failed';
  /** Set when ready. */
  data: Data | undefined;
  params: RouteParams;
  url: URL;
  /** Loads again after a failure. */
  retry(): void;
}

export interface PageDefinition<Data, Config extends PublicConfig = PublicConfig> {
  load(context: LoadContext<Config>): Answer<Data> | Promise<Answer<Data>>;
  /** A component. */
  Page(props: PageProps<Data>): ReactNode;
}

/** A page whose data type only the page itself knows. */
export type AnyPage = PageDefinition<unknown>;

/** The type of {@link definePage} on a site whose settings are of this type. */
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
  /** True: reached by a full page load, because its CSP allows more than other pages'. */
  document?: boolean;
  /** Label by which the page joins the site's menu while its release is live; an entry of the site's own wins. */
  menu?: string;
  /** Query parameters that the page reads; any other makes no other page. */
  query?: readonly string[];
  /** Names of cookies that the page reads: with any of them it is made for one visitor, and cached nowhere. */
  cookies?: readonly string[];
  /**
   * Addresses for the sitemap. Left out: the path itself, unless it has parameters.
   * Those that no build can know come from the server entry's `sitemap`; pages that are not for search engines say `[]`.
   */
  sitemap?: readonly string[];
  load(): Promise<{ page: AnyPage }>;
}

export interface RemoteDefinition {
  name: string;
  routes: readonly RemoteRoute[];
}

/** @typeParam Config, Shell the site's own, see contracts/mount */
export interface RemoteEnvironment<Config extends PublicConfig = PublicConfig, Shell extends ShellApi = ShellApi> {
  config: Config;
  shell: Shell;
  /** The site's origin in a page of another host, where it stands before paths of site files in `src`. */
  base?: string;
}

export const RemoteContext = createContext<RemoteEnvironment | undefined>(undefined);

/**
 * The site's settings and the shell, for any component of a remote.
 * @typeParam Environment of a site that adds to either: `useRemote<SiteEnvironment>()`
 */
export function useRemote<Environment extends RemoteEnvironment = RemoteEnvironment>(): Environment {
  const environment = useContext(RemoteContext);
  if (!environment) throw new Error('`useRemote` is called outside a page of a remote');
  // The host that mounts a remote is its own site's: a site's types are a parameter of the contract.
  return environment as Environment;
}
