import type { Redirect } from '@wholepage/contracts/render';
import type { PageFragments } from '../fragments/page-fragments';
import { contentSecurityPolicy, FOR_ONE_VISITOR, pageCaching, StoredResponse } from '../http/response/send';
import { allowOn } from '../isolated/isolated-pages';
import type { ReleaseSet } from '../releases/release-set';
import type { Settings } from '../settings/settings';
import { type PageParts, releasesOf } from './document/document';
import type { PageContent } from './page-maker';
import {
  devOriginsOf,
  type FirstFont,
  filesOf,
  fontsOf,
  type Owner,
  type PageFiles,
  policiesOf,
  promisedIntegrity,
  releaseUrl,
} from './page-parts';

/** Who cannot be given a page is asked to come again after so long. */
const RETRY_AFTER_SECONDS = '5';

/** The page's own status, or else what a fragment makes of it. */
export const statusOf = ({ status }: PageContent, fragments: PageFragments): number =>
  status === 200 ? fragments.status : status;

/** Whether pages of a route are made for one visitor each. */
const isForOne = (owner: Owner | undefined): boolean => (owner?.route.cookies ?? []).length > 0;

/** What sends a visitor on. Browsers ask again each time, because the path may be given to another page one day. */
export const redirectResponse = ({ status, to }: Redirect, owner: Owner): StoredResponse => {
  const caching = isForOne(owner) ? FOR_ONE_VISITOR : { 'cache-control': 'no-cache' };
  return new StoredResponse(status, { ...caching, location: to }, Buffer.alloc(0));
};

/** Everything that a page is sent with beside its document. */
export function pageHeaders(
  { set, shell, owner, content, fragments }: PageParts,
  status: number,
  settings: Settings,
): Record<string, string> {
  const releases = [
    ...releasesOf(set, owner).map(({ manifest }) => manifest),
    ...fragments.pageFiles.map(({ manifest }) => manifest),
  ];
  const isBehindProxy = settings.BEHIND_PROXY === '1';
  const isDenied = status === 401 || status === 403;
  const isPersonal = isDenied || fragments.cookies.size > 0 || isForOne(owner);
  // What could not be rendered must take the place of no good copy.
  const isCacheable = !isPersonal && !(owner && !content.rendered);
  return {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-cache',
    ...(status === 200 && isCacheable && pageCaching(releases, isBehindProxy)),
    ...(!isCacheable && FOR_ONE_VISITOR),
    'content-security-policy': contentSecurityPolicy(
      settings,
      allowOn(set, owner, content.allow),
      policiesOf(set),
      devOriginsOf(set),
    ),
    ...(isBehindProxy && preloadHeader(fontsOf(shell), [...filesOf(shell, owner), ...fragments.pageFiles])),
    ...speculationHeader(owner?.route.document ?? false),
    ...(status === 503 && { 'retry-after': RETRY_AFTER_SECONDS }),
  };
}

/** With the element's integrity: a browser has no use for a preload that was not held against the same. */
const style = (href: string, integrity: string): string => `<${href}>; rel=preload; as=style; integrity="${integrity}"`;

const font = ({ href, media }: FirstFont): string =>
  `<${href}>; rel=preload; as=font; type="font/woff2"; crossorigin${media ? `; media="${media}"` : ''}`;

/**
 * What a page needs before its first paint, as `Link`. A server in front that knows `103 Early Hints` sends it ahead
 * while the page is made. So a browser begins before it reads the page.
 */
export function preloadHeader(fonts: readonly FirstFont[], files: readonly PageFiles[]): { link?: string } {
  const styles = files.flatMap(({ manifest, css }) =>
    css.map((file) => style(releaseUrl(manifest, file), promisedIntegrity(manifest, file))),
  );
  const wanted = [...styles, ...fonts.map(font)];
  return wanted.length > 0 ? { link: wanted.join(', ') } : {};
}

const personal = new WeakMap<StoredResponse, readonly string[]>();

/** Says that visitors who bring any of these cookies get a page of their own in the place of this one. */
export function markPersonal(response: StoredResponse, names: readonly string[]): void {
  if (names.length > 0) personal.set(response, names);
}

/** Cookies with which a visitor gets a page of their own; none for a page that is the same for everybody. */
export const personalCookies = (response: StoredResponse): readonly string[] => personal.get(response) ?? [];

const FROM_PAGES = '/_speculation/from-pages.json';
const FROM_DOCUMENTS = '/_speculation/from-documents.json';

const HEADERS = {
  'content-type': 'application/speculationrules+json',
  'cache-control': 'public, max-age=60',
};

/** Addresses that are not pages. */
const NOT_PAGES = ['/api/*', '/_*'];

/**
 * Names the rules by which a browser fetches a whole page ahead, when somebody points at a link to it. It is a header, because the
 * policy of pages allows no script in them. It is the same for all pages of a kind, whatever is released.
 * @param isDocument the page is a document of its own, which links to pages that are none leave
 */
export const speculationHeader = (isDocument: boolean): Record<string, string> => ({
  'speculation-rules': `"${isDocument ? FROM_DOCUMENTS : FROM_PAGES}"`,
});

/** Route patterns are URL patterns: `/posts/:id`. */
const documentRoutes = (set: ReleaseSet): string[] =>
  Object.values(set.apps).flatMap(({ manifest }) =>
    manifest.routes.filter(({ document }) => document).map(({ path }) => path),
  );

/** @param others are had another way */
const rules = (patterns: readonly string[], others: readonly string[]): StoredResponse =>
  new StoredResponse(
    200,
    HEADERS,
    Buffer.from(
      JSON.stringify({
        prefetch: [
          {
            where: { and: [{ href_matches: patterns }, { not: { href_matches: others } }] },
            eagerness: 'moderate',
          },
        ],
      }),
    ),
  );

/** The two lists for a set of releases. */
function listsOf(set: ReleaseSet): Record<string, StoredResponse> {
  const documents = documentRoutes(set);
  return { [FROM_PAGES]: rules(documents, NOT_PAGES), [FROM_DOCUMENTS]: rules(['/*'], [...NOT_PAGES, ...documents]) };
}

/** Which pages are had by a page load: from most only those that are documents of their own, from these all others. */
export class SpeculationRules {
  private readonly known = new WeakMap<ReleaseSet, Record<string, StoredResponse>>();

  /** @returns undefined for any other path */
  find(path: string, set: ReleaseSet): StoredResponse | undefined {
    if (path !== FROM_PAGES && path !== FROM_DOCUMENTS) return undefined;
    const lists = this.known.get(set) ?? listsOf(set);
    this.known.set(set, lists);
    return lists[path];
  }
}
