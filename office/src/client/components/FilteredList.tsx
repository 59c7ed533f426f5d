import { type BaseRecord, type CrudSort, type HttpError, useTable, type useTableReturnType } from '@refinedev/core';
import { SelectField } from '@wholepage/staff-kit/browser/forms';
import { counted, Failure } from '@wholepage/staff-kit/browser/screen';
import { Table, type Column as TableColumn } from '@wholepage/staff-kit/browser/table';
import { type ComponentProps, Fragment, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { Link, type LinkProps, useLocation, useNavigationType } from 'react-router';
import type { FilterName, ListName, RowOf, SortOf } from '../data/call';

type ServerTable<Row extends BaseRecord> = useTableReturnType<Row, HttpError>;

interface FilteredListProps<Row extends BaseRecord>
  extends Pick<ComponentProps<typeof ListTable<Row>>, 'caption' | 'columns' | 'layout' | 'isEmphatic' | 'selection'> {
  /** The result of {@link useListTable}. */
  table: ServerTable<Row>;
  /** An error of another part of the screen, such as a download. */
  error?: Error | null | undefined;
  /** Texts for an empty list: with filters, and without. */
  empty: { filtered: string; all: string };
  /** Noun for the count, such as "enquiry", and its plural where that is more than an added s. */
  one: string;
  many?: string;
  /** Shown between a failure and the table. */
  children?: ReactNode;
}

export function FilteredList<Row extends BaseRecord>(props: FilteredListProps<Row>) {
  const { table, error, empty, one, many, children, ...rows } = props;
  const { tableQuery, result, filters, sorters, setSorters, currentPage, setCurrentPage, pageCount } = table;
  const isFiltered = filters.some((filter) => filter.value !== undefined);
  return (
    <>
      <Failure
        error={error ?? (tableQuery.error && new Error(tableQuery.error.message))}
        onRetry={() => void tableQuery.refetch()}
      />
      {children}
      {tableQuery.isPending && <p className="empty">Loading …</p>}
      {tableQuery.isSuccess && result.data.length === 0 && (
        <p className="empty">{isFiltered ? empty.filtered : empty.all}</p>
      )}
      {result.data.length > 0 && (
        <div aria-busy={tableQuery.isPlaceholderData}>
          <ListTable {...{ ...rows, sorters }} rows={result.data} idOf={({ id }) => String(id)} onSort={setSorters} />
        </div>
      )}
      {tableQuery.data && (
        <Pager
          page={currentPage}
          pageCount={pageCount}
          total={result.total ?? 0}
          hasMore={tableQuery.data['has_more'] === true}
          one={one}
          {...(many && { many })}
          onPage={setCurrentPage}
        />
      )}
    </>
  );
}

export interface Column<Row, Sort = string> extends TableColumn<Row> {
  /** The server's field to sort by; left out, the column cannot be sorted. */
  sort?: Sort;
}
export type ColumnOf<Name extends ListName> = Column<RowOf<Name>, SortOf<Name>>;

interface ListTableProps<Row> {
  caption: string;
  rows: readonly Row[];
  columns: readonly Column<Row>[];
  /** `letters`: on narrow screens a row looks like a letter in an inbox, not like a list of labels. */
  layout?: 'letters';
  idOf(row: Row): string;
  sorters?: readonly CrudSort[];
  onSort?(sorters: CrudSort[]): void;
  isEmphatic?(row: Row): boolean;
  /** Checkboxes to choose rows. */
  selection?: { chosen: ReadonlySet<string>; nameOf(row: Row): string; onChange(chosen: ReadonlySet<string>): void };
}

const toggled = (chosen: ReadonlySet<string>, id: string): ReadonlySet<string> =>
  chosen.has(id) ? new Set([...chosen].filter((other) => other !== id)) : new Set([...chosen, id]);

function boxesOf<Row>({ rows, idOf, selection }: Pick<ListTableProps<Row>, 'rows' | 'idOf' | 'selection'>) {
  if (!selection) return undefined;
  const { chosen, nameOf, onChange } = selection;
  const isAll = rows.length > 0 && rows.every((row) => chosen.has(idOf(row)));
  return {
    all: (
      <input
        type="checkbox"
        aria-label="Choose all on this page"
        checked={isAll}
        onChange={() => onChange(new Set(isAll ? [] : rows.map(idOf)))}
      />
    ),
    of: (row: Row) => (
      <input
        type="checkbox"
        aria-label={`Choose ${nameOf(row)}`}
        checked={chosen.has(idOf(row))}
        onChange={() => onChange(toggled(chosen, idOf(row)))}
      />
    ),
  };
}

/** A page of a list that the server sorts. On narrow screens each row is a card. */
export function ListTable<Row>(props: ListTableProps<Row>) {
  const { caption, rows, columns, layout, idOf, sorters = [], onSort, isEmphatic } = props;
  const [sorter] = sorters;
  const sortable = columns.flatMap(({ header, sort }) => (sort ? [[sort, header] as const] : []));
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
      <Table
        {...{ caption, rows, columns, layout, isEmphatic }}
        keyOf={idOf}
        boxes={boxesOf(props)}
        orderOf={({ sort }) => (sort !== undefined && sorter?.field === sort ? sorter.order : undefined)}
        canSort={({ sort }) => sort !== undefined}
        onSort={
          onSort &&
          (({ sort: field = '' }) => {
            // The first press sorts times newest first, and all else from A. A second press reverses the order.
            const isDown = sorter?.field === field ? sorter.order === 'asc' : field.endsWith('_at');
            onSort([{ field, order: isDown ? 'desc' : 'asc' }]);
          })
        }
      />
    </>
  );
}

interface PagerProps extends Pick<FilteredListProps<BaseRecord>, 'one' | 'many'> {
  page: number;
  pageCount: number;
  total: number;
  /** True: there are more than `total`, which were not counted. */
  hasMore: boolean;
  onPage(page: number): void;
}

export function Pager({ page, pageCount, total, hasMore, one, many, onPage }: PagerProps) {
  const isLast = page >= pageCount && !hasMore;
  return (
    <nav className="pager" aria-label="Pages">
      <div role="status">
        {/* `key` remounts changed text: a translator replaces text nodes, and React would update a removed one. */}
        <span key={`${page} ${pageCount} ${total} ${hasMore}`}>
          {hasMore && 'more than '}
          {counted(total, one, many)}
          {pageCount > 1 && ` · page ${page}${hasMore ? '' : ` of ${pageCount.toLocaleString('en-IN')}`}`}
        </span>
      </div>
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

/** Remounts screens at each new address, unless it was replaced: refine writes a list's state there, and reads it once. */
export function Visits({ children }: { children: ReactNode }) {
  const { pathname, search } = useLocation();
  const address = pathname + search;
  const isWritten = useNavigationType() === 'REPLACE';
  const [visit, setVisit] = useState({ address, count: 0 });
  if (visit.address !== address) setVisit({ address, count: visit.count + (isWritten ? 0 : 1) });
  return <Fragment key={visit.count}>{children}</Fragment>;
}

/** Links a row to its record, and passes on the list's query. */
export const RowLink = (props: LinkProps) => <Link {...props} state={useLocation().search} />;

/** Returns the path back from a record to its list, with the query that {@link RowLink} passed on. */
export function useListPath(list: string): string {
  const { state } = useLocation();
  return typeof state === 'string' ? list + state : list;
}

/** A list of the server. Page, order and filters are in the address. @param sort the first order's field, descending */
export function useListTable<Name extends ListName>(resource: Name, sort: SortOf<Name>, pageSize = 25) {
  const table = useTable<RowOf<Name>>({
    resource,
    syncWithLocation: true,
    pagination: { pageSize },
    sorters: { initial: [{ field: sort, order: 'desc' }] },
    queryOptions: { placeholderData: (before) => before },
  });
  const lastPage = Math.max(1, table.pageCount);
  // The last rows of the last page may be gone.
  if (table.tableQuery.isSuccess && table.result.data.length === 0 && table.currentPage > lastPage)
    table.setCurrentPage(lastPage);
  /** Sets a filter, and goes to the first page; '' removes the filter. */
  const filter = (field: FilterName<Name>) => (value: string) => {
    table.setCurrentPage(1);
    table.setFilters([{ field, operator: 'eq', value: value === '' ? undefined : value }]);
  };
  const filtered = (field: FilterName<Name>): string => {
    const found = table.filters.find((one) => 'field' in one && one.field === field);
    return String(found?.value ?? '');
  };
  return { ...table, filter, filtered };
}

/** Pause after the last letter before a search starts. */
const PAUSE_MS = 250;

/** A field that searches while somebody types; `/` focuses it. */
function SearchField({ label, value, onSearch }: { label: string; value: string; onSearch(text: string): void }) {
  const id = useId();
  const [text, setText] = useState(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const search = (next: string, pause: number) => {
    setText(next);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => onSearch(next.trim()), pause);
  };
  return (
    <div className="field search">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        type="search"
        data-search
        value={text}
        maxLength={200}
        onChange={(event) => search(event.target.value, PAUSE_MS)}
        onKeyDown={(event) => event.key === 'Enter' && search(event.currentTarget.value, 0)}
      />
    </div>
  );
}

interface FiltersProps<Field extends string> {
  /** The result of {@link useListTable}. */
  table: { filter(field: Field): (value: string) => void; filtered(field: Field): string };
  search?: readonly [field: Field, label: string];
  choices: readonly (readonly [field: Field, label: string, options: ComponentProps<typeof SelectField>['options']])[];
}

/** A search field and filters. A narrow screen folds more than two filters behind a button. */
export function Filters<Field extends string>({ table: { filter, filtered }, search, choices }: FiltersProps<Field>) {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const inUse = choices.filter(([field]) => filtered(field) !== '').length;
  const fields = choices.map(([field, label, options]) => (
    <SelectField key={field} label={label} value={filtered(field)} options={options} onChange={filter(field)} />
  ));
  return (
    <search className="filters">
      {search && <SearchField label={search[1]} value={filtered(search[0])} onSearch={filter(search[0])} />}
      {choices.length > 2 ? (
        <>
          <button
            type="button"
            className="more"
            aria-expanded={isOpen}
            aria-controls={id}
            onClick={() => setOpen(!isOpen)}
          >
            Filters{inUse > 0 && ` (${inUse})`}
          </button>
          <div id={id} className="choices" data-open={isOpen}>
            {fields}
          </div>
        </>
      ) : (
        fields
      )}
    </search>
  );
}

/** The address of a filtered list, in refine's format. */
export function filteredPath<Name extends ListName>(list: Name, field: FilterName<Name>, value: string): string {
  const query = new URLSearchParams({
    'filters[0][field]': field,
    'filters[0][operator]': 'eq',
    'filters[0][value]': value,
  });
  return `/${list}?${query}`;
}
