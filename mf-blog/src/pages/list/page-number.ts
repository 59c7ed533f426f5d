/** The page that an address asks for: `?page=N`, else the first. */
export function pageNumber(url: URL): number {
  const value = url.searchParams.get('page') ?? '';
  return /^[1-9]\d{0,5}$/.test(value) ? Number(value) : 1;
}

/** The first page of the list. */
export const LIST_PATH = '/blog';

/** The address of a page of the list. */
export const pageHref = (page: number): string => (page > 1 ? `${LIST_PATH}?page=${page}` : LIST_PATH);
