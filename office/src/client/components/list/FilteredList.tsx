import type { BaseRecord, HttpError, useTableReturnType } from '@refinedev/core';
import type { ComponentProps, ReactNode } from 'react';
import { Failure } from '../Failure';
import { ListTable } from './ListTable';
import { Pager } from './Pager';

type Table<Row extends BaseRecord> = useTableReturnType<Row, HttpError>;

interface FilteredListProps<Row extends BaseRecord>
  extends Pick<ComponentProps<typeof ListTable<Row>>, 'caption' | 'columns' | 'shape' | 'isEmphatic' | 'selection'> {
  /** As `useListTable` gives it. */
  table: Table<Row>;
  idOf(row: Row): string;
  /** Of something else on the screen, such as a download. */
  error?: Error | null | undefined;
  /** What is said where there is nothing: with filters, and without any. */
  empty: { filtered: string; all: string };
  /** Words for the count: "enquiry", and its plural where it is not just an s. */
  one: string;
  many?: string;
  /** Called before another page is shown. */
  onPage?(): void;
  /** Between a failure and the table. */
  children?: ReactNode;
}

/** A list of the server: its failure, its emptiness, its rows and its pages. */
export function FilteredList<Row extends BaseRecord>(props: FilteredListProps<Row>) {
  const { table, error, empty, one, many, onPage, children, ...rows } = props;
  const { tableQuery, result, filters, sorters, setSorters, currentPage, setCurrentPage, pageCount } = table;
  const isFiltered = filters.some((filter) => filter.value !== undefined);
  return (
    <>
      <Failure
        error={error ?? (tableQuery.error && new Error(tableQuery.error.message))}
        onRetry={() => void tableQuery.refetch()}
      />
      {children}
      {tableQuery.isLoading && <p className="empty">Loading …</p>}
      {tableQuery.isSuccess && result.data.length === 0 && (
        <p className="empty">{isFiltered ? empty.filtered : empty.all}</p>
      )}
      {result.data.length > 0 && <ListTable {...rows} rows={result.data} sorters={sorters} onSort={setSorters} />}
      <Pager
        page={currentPage}
        pageCount={pageCount}
        total={result.total ?? 0}
        hasMore={tableQuery.data?.['has_more'] === true}
        one={one}
        {...(many && { many })}
        onPage={(page) => {
          onPage?.();
          setCurrentPage(page);
        }}
      />
    </>
  );
}
