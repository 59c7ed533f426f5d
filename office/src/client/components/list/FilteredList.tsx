import { type BaseRecord, type CrudSort, type HttpError, useTable, type useTableReturnType } from '@refinedev/core';
import type { ComponentProps, ReactNode } from 'react';
import { plural } from '../../data/format';
import { SelectField } from '../fields/TextField';
import { Failure } from '../Loaded';

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

export interface Column<Row> {
  header: string;
  /** The server's name of it, where it can sort by it. */
  sort?: string;
  isNumber?: boolean;
  show(row: Row): ReactNode;
}

interface ListTableProps<Row> {
  caption: string;
  rows: readonly Row[];
  columns: readonly Column<Row>[];
  /** `letters`: on narrow screens a row looks like a letter in an inbox, not like a list of labels. */
  shape?: 'letters';
  idOf(row: Row): string;
  sorters?: readonly CrudSort[];
  onSort?(sorters: CrudSort[]): void;
  isEmphatic?(row: Row): boolean;
  /** Boxes to choose rows with. */
  selection?: { chosen: ReadonlySet<string>; nameOf(row: Row): string; onChange(chosen: ReadonlySet<string>): void };
}

const SORTED = { asc: 'ascending', desc: 'descending' } as const;

const toggled = (chosen: ReadonlySet<string>, id: string): ReadonlySet<string> =>
  chosen.has(id) ? new Set([...chosen].filter((other) => other !== id)) : new Set([...chosen, id]);

/** A page of a list that the server sorts. On narrow screens each row is a card. */
export function ListTable<Row>(props: ListTableProps<Row>) {
  const { caption, rows, columns, shape, idOf, sorters = [], onSort, isEmphatic, selection } = props;
  const [sorter] = sorters;
  const isAll = rows.length > 0 && rows.every((row) => selection?.chosen.has(idOf(row)));
  const sortBy = (field: string) =>
    onSort?.([{ field, order: sorter?.field === field && sorter.order === 'desc' ? 'asc' : 'desc' }]);
  const sortable = columns.flatMap(({ header, sort }) => (sort ? [[sort, header] as const] : []));
  const table = (
    <table data-shape={shape}>
      <caption>{caption}</caption>
      <thead>
        <tr>
          {selection && (
            <th scope="col" className="choose">
              <input
                type="checkbox"
                aria-label="Choose all on this page"
                checked={isAll}
                onChange={() => selection.onChange(new Set(isAll ? [] : rows.map(idOf)))}
              />
            </th>
          )}
          {columns.map(({ header, sort, isNumber }) => {
            const order = sort && sorter?.field === sort ? sorter.order : undefined;
            return (
              <th key={header} scope="col" data-number={isNumber} {...(order && { 'aria-sort': SORTED[order] })}>
                {sort && onSort ? (
                  <button type="button" onClick={() => sortBy(sort)}>
                    {header}
                    <span aria-hidden="true">{order && (order === 'asc' ? '▲' : '▼')}</span>
                  </button>
                ) : (
                  header
                )}
              </th>
            );
          })}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => {
          const id = idOf(row);
          return (
            <tr key={id} data-emphatic={isEmphatic?.(row)}>
              {selection && (
                <td className="choose">
                  <input
                    type="checkbox"
                    aria-label={`Choose ${selection.nameOf(row)}`}
                    checked={selection.chosen.has(id)}
                    onChange={() => selection.onChange(toggled(selection.chosen, id))}
                  />
                </td>
              )}
              {columns.map(({ header, isNumber, show }) => (
                <td key={header} data-label={header} data-number={isNumber}>
                  {show(row)}
                </td>
              ))}
            </tr>
          );
        })}
      </tbody>
    </table>
  );
  return (
    <>
      {onSort && sortable.length > 0 && (
        <div className="sorting">
          <SelectField
            label="Sorted by"
            value={sorter ? `${sorter.field} ${sorter.order}` : ''}
            options={[
              ...(sorter ? [] : [['', 'Nothing'] as const]),
              ...sortable.flatMap(([field, header]) => [
                [`${field} desc`, `${header}, descending`] as const,
                [`${field} asc`, `${header}, ascending`] as const,
              ]),
            ]}
            onChange={(chosen) => {
              const [field, order] = chosen.split(' ');
              if (field) onSort([{ field, order: order === 'asc' ? 'asc' : 'desc' }]);
            }}
          />
        </div>
      )}
      {table}
    </>
  );
}

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

interface ListOptions {
  /** What it begins with; newest first. */
  sort?: string;
  pageSize?: number;
}

/** A list of the server, newest first, whose page, order and filters are in the address. */
export function useListTable<Row extends BaseRecord>(resource: string, options: ListOptions = {}) {
  const { sort = 'created_at', pageSize = 25 } = options;
  const table = useTable<Row>({
    resource,
    syncWithLocation: true,
    pagination: { pageSize },
    sorters: { initial: [{ field: sort, order: 'desc' }] },
    queryOptions: { placeholderData: (before) => before },
  });
  /** Sets a filter, and shows the first page of what fits; '' takes it away. */
  const filter = (field: string) => (value: string) => {
    table.setCurrentPage(1);
    table.setFilters([{ field, operator: 'eq', value: value === '' ? undefined : value }]);
  };
  /** What a filter is set to. */
  const filtered = (field: string): string => {
    const found = table.filters.find((one) => 'field' in one && one.field === field);
    return String(found?.value ?? '');
  };
  return { ...table, filter, filtered };
}
