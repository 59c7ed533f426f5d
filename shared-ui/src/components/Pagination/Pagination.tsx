import styles from './Pagination.module.css';

export interface PaginationProps {
  /** Name of the navigation, such as "Blog pages". */
  label: string;
  /** The current page, from 1. */
  page: number;
  pages: number;
  /** Address of a page. */
  href(page: number): string;
}

/** Returns the numbers to show: the ends, the current page and its neighbours; 0 stands for a gap. */
export function pageNumbers(page: number, pages: number): number[] {
  const wanted = [1, page - 1, page, page + 1, pages].filter((number) => number >= 1 && number <= pages);
  const sorted = [...new Set(wanted)].sort((a, b) => a - b);
  return sorted.flatMap((number, index) => {
    const gap = number - (sorted[index - 1] ?? number);
    // A gap of one page takes as much room as its number.
    if (gap === 2) return [number - 1, number];
    return gap > 2 ? [0, number] : [number];
  });
}

/** Page numbers along a ruler. */
export function Pagination({ label, page, pages, href }: PaginationProps) {
  if (pages < 2) return null;
  return (
    <nav aria-label={label} data-unprinted>
      <ol className={styles.list}>
        {page > 1 && (
          <li>
            <a className={styles.step} href={href(page - 1)} rel="prev">
              Previous
            </a>
          </li>
        )}
        {pageNumbers(page, pages).map((number, index) =>
          number === 0 ? (
            <li key={`gap-${index > 2 ? 'after' : 'before'}`} className={styles.gap} aria-hidden="true">
              …
            </li>
          ) : (
            <li key={number}>
              <a className={styles.page} href={href(number)} aria-current={number === page ? 'page' : undefined}>
                {number}
              </a>
            </li>
          ),
        )}
        {page < pages && (
          <li>
            <a className={styles.step} href={href(page + 1)} rel="next">
              Next
            </a>
          </li>
        )}
      </ol>
    </nav>
  );
}
