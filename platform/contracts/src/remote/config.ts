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

/**
 * Settings that the browser may know, given at run time by the composer. The same artifact runs everywhere. These are of
 * every site; a site adds its own, and passes the type of the whole to {@link MountProps} and its like.
 */
export interface PublicConfig {
  /** Without a trailing slash. */
  siteOrigin: string;
  site: SiteIdentity;
}
