/** `embed.json`: what `./embed` needs to know of its release. Files are relative to it. */
export interface EmbedRelease {
  /** Styles around every page: tokens, type and reset, for the element that pages are shown in. */
  css: EmbedFile[];
  routes: EmbedRoute[];
}

export interface EmbedFile {
  file: string;
  integrity: string;
}

export interface EmbedRoute {
  /** A pattern such as `/posts/:slug`. */
  path: string;
  css: EmbedFile[];
}

/** On the element that stands for the page's root in styles of an embedded remote. */
export const EMBED_ATTRIBUTE = 'data-embed';
