/** The page that a query asks for: `?page=N`, else the first. */
export function pageNumber(query: URLSearchParams): number {
  const value = query.get('page') ?? '';
  return /^[1-9]\d{0,5}$/.test(value) ? Number(value) : 1;
}

/** The first page of the list. */
export const LIST_PATH = '/blog';

/** The address of a page of the list. */
export const pageHref = (page: number): string => (page > 1 ? `${LIST_PATH}?page=${page}` : LIST_PATH);
