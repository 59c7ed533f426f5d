import { StoredResponse } from '../../http/response/send';
import type { ReleaseSet } from '../../releases/release-set';

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
