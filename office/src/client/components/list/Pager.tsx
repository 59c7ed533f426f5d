import { plural } from '../../data/format';

interface PagerProps {
  page: number;
  pageCount: number;
  total: number;
  /** There are more than `total`; nobody counted them. */
  hasMore: boolean;
  one: string;
  many?: string;
  onPage(page: number): void;
}

/** How many there are, and the way to the others. */
export function Pager({ page, pageCount, total, hasMore, one, many, onPage }: PagerProps) {
  const isLast = page >= pageCount && !hasMore;
  return (
    <nav className="pager" aria-label="Pages">
      <span>
        {hasMore && 'more than '}
        {plural(total, one, many)}
        {pageCount > 1 && ` · page ${page}${hasMore ? '' : ` of ${pageCount.toLocaleString('en-IN')}`}`}
      </span>
      {pageCount > 1 && (
        <span className="actions">
          <button type="button" disabled={page <= 1} onClick={() => onPage(page - 1)}>
            Previous page
          </button>
          <button type="button" disabled={isLast} onClick={() => onPage(page + 1)}>
            Next page
          </button>
        </span>
      )}
    </nav>
  );
}
