import type { SiteIdentity } from '@wholepage/contracts/mount';
import { PAGE_STATE_ID, type PageState } from '@wholepage/contracts/page';
import type { Redirect } from '@wholepage/contracts/render';
import { escapeHtml, type HeadElement, headElements, htmlElement } from '@wholepage/page-rules/html';
import { shapeOfHtml } from '@wholepage/page-rules/html-shape';
import type { PageFragments } from '../../fragments/fragment-filler';
import type { LayoutPieces } from '../../guests/renderer';
import { contentSecurityPolicy, FOR_ONE_VISITOR, pageCaching, StoredResponse } from '../../http/response/send';
import { type LoadedRelease, oncePerSet, type ReleaseSet } from '../../releases/release-set';
import type { Settings } from '../../settings/settings';
import type { SiteConfig } from '../../settings/site/site-configs';
import {
  allowOn,
  devOriginsOf,
  type FirstFont,
  filesOf,
  fontsOf,
  type Owner,
  type PageFiles,
  policiesOf,
  promisedIntegrity,
  releaseUrl,
  remoteOnPage,
} from '../page-parts';
import type { PageContent } from '../page-responder';

export interface PageParts {
  set: ReleaseSet;
  url: URL;
  /** Path of the page; of the shell's own pages their status, as `/404`. */
  path: string;
  site: SiteConfig;
  shell: LoadedRelease;
  owner: Owner | undefined;
  content: PageContent;
  fragments: PageFragments;
  /** Cookies that the route and the fragments read, with which a visitor gets a page of their own. */
  personalCookies: readonly string[];
  layout: LayoutPieces;
  slot: string;
  /** HTML of the preview bar, which says that visitors do not get this page. */
  bar: string | undefined;
  /** The composer's own scripts, during development. */
  extraScripts: string[];
}

export function pageResponse(parts: PageParts, settings: Settings): StoredResponse {
  const { content, fragments } = parts;
  const status = content.status === 200 ? fragments.status : content.status;
  const response = new StoredResponse(status, pageHeaders(parts, status, settings), composeDocument(parts));
  return Object.assign(response, { isFaulty: content.isFaulty, personalCookies: parts.personalCookies });
}

/** Shown to visitors without scripts where the server could not render the page. */
const emptySlotNote = ({ words = {} }: SiteIdentity): string =>
  `<noscript><p class="slot-note">${escapeHtml(words.unavailable ?? 'This part of the page is not available just now. Please try again in a moment, or use the links above.')}</p></noscript>`;

/** Styles of the preview bar, see preview-bar.ts. */
export const BAR_STYLES_PATH = '/_preview.css';

/** Returns `link` tags of released styles. @param more attributes of each */
export const styleSheets = ({ manifest, css }: Omit<PageFiles, 'js'>, more?: Record<string, string>): string[] =>
  css.map((file) => {
    const released = { href: releaseUrl(manifest, file), integrity: promisedIntegrity(manifest, file) };
    return tag('link', { rel: 'stylesheet', ...more, ...released });
  });

export const scriptElement = (attributes: Parameters<typeof tag>[1]): string => `${tag('script', attributes)}</script>`;

/** Returns a page's complete HTML, readable before any script runs. */
function composeDocument(parts: PageParts): string {
  const { path, site, shell, owner, content, fragments, layout, slot, bar, extraScripts } = parts;
  const { config } = site;
  const { manifest } = shell;
  const main = manifest.entry.browser;
  const state = pageState(parts);
  const app = `${layout.before}${slot}${layout.after}`;
  // The shell's styles come first, because they declare the cascade layers; fragments' styles last.
  const [shellStyles = [], ...remoteStyles] = [...filesOf(shell, owner), ...fragments.pageFiles].map((files) =>
    styleSheets(files),
  );
  return [
    '<!doctype html>',
    htmlElement(config.site.language),
    '<head>',
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    headElements(content.head, path, config).map(html).join('\n'),
    ...fontsOf(shell).map(({ href, media }) =>
      tag('link', { rel: 'preload', as: 'font', type: 'font/woff2', href, media, crossorigin: 'anonymous' }),
    ),
    ...shellStyles,
    ...(bar ? [tag('link', { rel: 'stylesheet', href: BAR_STYLES_PATH })] : []),
    tag('link', { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' }),
    tag('link', { rel: 'apple-touch-icon', href: '/_site/touch-icon-180.png' }),
    ...(config.site.themeColor ? [tag('meta', { name: 'theme-color', content: config.site.themeColor })] : []),
    scriptElement({
      src: releaseUrl(manifest, main),
      // Deferred scripts would run in one task with the layout at the end of the page.
      async: true,
      fetchpriority: 'low',
      integrity: promisedIntegrity(manifest, main),
    }),
    ...extraScripts.map((src) => scriptElement({ src, defer: true })),
    '</head>',
    tag('body', state.remote && config.site.ownerAttribute ? { [config.site.ownerAttribute]: state.remote.name } : {}),
    ...remoteStyles.flat(),
    `<div id="app">${app}</div>`,
    state.remote && !slot ? emptySlotNote(config.site) : '',
    ...(bar ? [bar] : []),
    `<script type="application/json" id="${PAGE_STATE_ID}">${inlineJson({ ...state, shape: shapeOfHtml(app) })}</script>`,
    '</body>',
    '</html>',
  ].join('\n');
}

const html = (element: HeadElement): string => {
  if (element.tag === 'title') return `<title>${escapeHtml(element.text)}</title>`;
  const opened = tag(element.tag, element.attributes);
  return element.tag === 'script' ? `${opened}${scriptText(element.text)}</script>` : opened;
};

const releasesOf = (set: ReleaseSet, owner: Owner | undefined): LoadedRelease[] =>
  [set.apps.shell, owner?.release].filter((release) => release !== undefined);

function pageState({ set, url, site, owner, content, fragments }: PageParts): PageState {
  const releases = releasesOf(set, owner).map(({ manifest }) => [manifest.app, manifest.version] as const);
  const remotes = fragments.interactiveReleases.filter(({ manifest }) => manifest.app !== owner?.name);
  return {
    settings: site.path,
    releases: { ...fragments.uses, ...Object.fromEntries(releases) },
    remote: owner && remoteOnPage(owner.release, [owner.route]),
    address: owner && url.pathname + url.search,
    rendered: owner !== undefined && content.rendered !== undefined,
    data: owner?.release.isIsolated ? null : (content.rendered?.data ?? null),
    ...(!fragments.isEmpty && {
      set: set.id,
      fragments: fragments.parts,
      fragmentRemotes: remotes.map((release) => remoteOnPage(release, [])),
    }),
  };
}

/** `Retry-After` of pages that cannot be rendered now. */
const RETRY_AFTER_SECONDS = '5';

/** Returns a redirect. Browsers revalidate it each time, because the path may become another page's. */
export const redirectResponse = ({ status, to }: Redirect, personalCookies: readonly string[]): StoredResponse => {
  const caching = personalCookies.length > 0 ? FOR_ONE_VISITOR : { 'cache-control': 'no-cache' };
  return Object.assign(new StoredResponse(status, { ...caching, location: to }, ''), { personalCookies });
};

function pageHeaders(
  { set, shell, owner, content, fragments, personalCookies }: PageParts,
  status: number,
  settings: Settings,
): Record<string, string> {
  const releases = [
    ...releasesOf(set, owner).map(({ manifest }) => manifest),
    ...fragments.pageFiles.map(({ manifest }) => manifest),
  ];
  const isDenied = status === 401 || status === 403;
  // A page that could not be rendered must not replace a cache's good copy.
  const isCacheable = !isDenied && personalCookies.length === 0 && !(owner && !content.rendered);
  return {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-cache',
    ...(status === 200 && isCacheable && pageCaching(releases, settings.behindProxy)),
    ...(!isCacheable && FOR_ONE_VISITOR),
    'content-security-policy': contentSecurityPolicy(
      settings,
      allowOn(set, owner, content.allow),
      policiesOf(set),
      devOriginsOf(set),
    ),
    ...(settings.behindProxy && preloadHeader(fontsOf(shell), [...filesOf(shell, owner), ...fragments.pageFiles])),
    ...speculationHeader(owner?.route.document ?? false),
    ...(status === 503 && { 'retry-after': RETRY_AFTER_SECONDS }),
  };
}

/** Returns a style's preload, with the `link` element's integrity: browsers reuse a preload only with the same one. */
const style = (href: string, integrity: string): string => `<${href}>; rel=preload; as=style; integrity="${integrity}"`;

const font = ({ href, media }: FirstFont): string =>
  `<${href}>; rel=preload; as=font; type="font/woff2"; crossorigin${media ? `; media="${media}"` : ''}`;

/** Most preloads, so that proxies accept the header's length. */
const MOST_AHEAD = 40;

/** Returns the `Link` header with files for the first paint; a server in front may send it ahead as `103 Early Hints`. */
export function preloadHeader(fonts: readonly FirstFont[], files: readonly PageFiles[]): { link?: string } {
  const styles = files.flatMap(({ manifest, css }) =>
    css.map((file) => style(releaseUrl(manifest, file), promisedIntegrity(manifest, file))),
  );
  const wanted = [...styles.slice(0, MOST_AHEAD), ...fonts.map(font)];
  return wanted.length > 0 ? { link: wanted.join(', ') } : {};
}

const FROM_PAGES = '/_speculation/from-pages.json';
const FROM_DOCUMENTS = '/_speculation/from-documents.json';

const HEADERS = {
  'content-type': 'application/speculationrules+json',
  'cache-control': 'public, max-age=60',
};

const NOT_PAGES = ['/api/*', '/_*'];

/**
 * Returns the header that names speculation rules, by which a browser prefetches a page when the visitor points at its link. A
 * header, as the pages' policy allows no inline script. It is the same for all pages of a kind, whatever is released.
 * @param isDocument whether the page is a `document` route, which is left by page loads only
 */
export const speculationHeader = (isDocument: boolean): Record<string, string> => ({
  'speculation-rules': `"${isDocument ? FROM_DOCUMENTS : FROM_PAGES}"`,
});

/** Returns the patterns of `document` routes, which are URL patterns: `/posts/:id`. */
const documentRoutes = (set: ReleaseSet): string[] =>
  Object.values(set.apps).flatMap(({ manifest }) =>
    manifest.routes.filter(({ document }) => document).map(({ path }) => path),
  );

/** @param others excluded patterns */
const rules = (patterns: readonly string[], others: readonly string[]): StoredResponse => {
  const where = { and: [{ href_matches: patterns }, { not: { href_matches: others } }] };
  return new StoredResponse(200, HEADERS, JSON.stringify({ prefetch: [{ where, eagerness: 'moderate' }] }));
};

/** Rules by their path: from `document` routes all other pages are loaded, from other pages only `document` routes. */
export const speculationRules = oncePerSet((set): Record<string, StoredResponse> => {
  const documents = documentRoutes(set);
  return { [FROM_PAGES]: rules(documents, NOT_PAGES), [FROM_DOCUMENTS]: rules(['/*'], [...NOT_PAGES, ...documents]) };
});

/** Escapes JSON for a script element. */
export const scriptText = (json: string): string =>
  json
    .replace(/</g, '\\u003c')
    .replace(/\u2028/g, '\\u2028')
    .replace(/\u2029/g, '\\u2029');

export const inlineJson = (value: unknown): string => scriptText(JSON.stringify(value));

/** Returns a document with `noindex`. @param head its content beside the title @param body tag and content */
export const unlistedDocument = (
  lang: string,
  title: string,
  head: readonly string[],
  body: readonly string[],
): string =>
  [
    '<!doctype html>',
    htmlElement(lang),
    '<head>',
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="robots" content="noindex">',
    `<title>${escapeHtml(title)}</title>`,
    ...head,
    '</head>',
    ...body,
    '</body>',
    '</html>',
  ].join('\n');

/** Returns `<name a="b">`; undefined and false attributes are left out. */
export function tag(name: string, attributes: Record<string, string | boolean | undefined>): string {
  const words = Object.entries(attributes)
    .filter(([, value]) => value !== undefined && value !== false)
    .map(([key, value]) => (value === true ? ` ${key}` : ` ${key}="${escapeHtml(String(value))}"`));
  return `<${name}${words.join('')}>`;
}
