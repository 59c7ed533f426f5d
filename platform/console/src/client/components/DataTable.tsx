import {
  createColumnHelper,
  flexRender,
  getCoreRowModel,
  getFilteredRowModel,
  getSortedRowModel,
  type SortingState,
  useReactTable,
} from '@tanstack/react-table';
import { type ReactNode, type RefObject, useId, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { type Cell, toCsv } from '../data/figures';

export interface Column<Row> {
  header: string;
  /** For sorting and for CSV. */
  value(row: Row): Cell;
  /** What is shown; the value without it. */
  show?(row: Row): ReactNode;
  isNumber?: boolean;
  /** Of its values in the CSV, which have no unit of their own. */
  unit?: string;
  /** In the CSV only. */
  isHidden?: boolean;
}

interface DataTableProps<Row> {
  /** Names the table for everybody, and its file. */
  name: string;
  rows: Row[];
  columns: Column<Row>[];
  /** A sentence instead of a table without rows. */
  empty: string;
  /** Offers a field that leaves out rows. */
  canFilter?: boolean;
}

const SORTED = { asc: 'ascending', desc: 'descending' } as const;
const MARK = { asc: ' ▲', desc: ' ▼' } as const;

function download(name: string, text: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'text/csv' }));
  link.download = `${name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}.csv`;
  link.click();
  URL.revokeObjectURL(link.href);
}

/** A table that is sorted by its headers, and can be exported as CSV. Where it does not fit each row is a card. */
export function DataTable<Row>({ name, rows, columns: all, empty, canFilter = false }: DataTableProps<Row>) {
  const columns = useMemo(() => all.filter(({ isHidden }) => !isHidden), [all]);
  const [sorting, setSorting] = useState<SortingState>([]);
  const [globalFilter, setGlobalFilter] = useState('');
  const field = useId();
  const defined = useMemo(() => {
    const helper = createColumnHelper<Row>();
    return columns.map(({ header, value, show }) =>
      helper.accessor(value, {
        id: header,
        header,
        cell: ({ row, getValue }) => (show ? show(row.original) : String(getValue())),
      }),
    );
  }, [columns]);
  const table = useReactTable({
    data: rows,
    columns: defined,
    state: { sorting, globalFilter },
    onSortingChange: setSorting,
    onGlobalFilterChange: setGlobalFilter,
    globalFilterFn: 'includesString',
    getCoreRowModel: getCoreRowModel(),
    getSortedRowModel: getSortedRowModel(),
    getFilteredRowModel: getFilteredRowModel(),
  });
  const { room, layout } = useLayout(rows);
  if (rows.length === 0) return <p className="empty">{empty}</p>;
  const shown = table.getRowModel().rows;
  const csv = () =>
    toCsv([
      all.map(({ header, unit }) => (unit ? `${header} (${unit})` : header)),
      ...shown.map(({ original }) => all.map(({ value }) => value(original))),
    ]);
  return (
    <div className="data" ref={room}>
      <div className="data-tools">
        {canFilter && (
          <label htmlFor={field}>
            Find in {name.toLowerCase()}{' '}
            <input
              id={field}
              type="search"
              value={globalFilter}
              onChange={(event) => setGlobalFilter(event.target.value)}
            />
          </label>
        )}
        <button type="button" className="quiet" onClick={() => download(name, csv())}>
          Download {name.toLowerCase()} as CSV
        </button>
      </div>
      <table data-layout={layout}>
        <caption>{name}</caption>
        <thead>
          {table.getHeaderGroups().map((group) => (
            <tr key={group.id}>
              {group.headers.map((header, index) => {
                const sorted = header.column.getIsSorted();
                return (
                  <th
                    key={header.id}
                    scope="col"
                    data-number={columns[index]?.isNumber}
                    aria-sort={sorted ? SORTED[sorted] : 'none'}
                  >
                    <button type="button" onClick={header.column.getToggleSortingHandler()}>
                      {flexRender(header.column.columnDef.header, header.getContext())}
                      <span aria-hidden="true">{sorted ? MARK[sorted] : ''}</span>
                    </button>
                  </th>
                );
              })}
            </tr>
          ))}
        </thead>
        <tbody>
          {shown.map((row) => (
            <tr key={row.id}>
              {row.getVisibleCells().map((cell, index) => (
                <td key={cell.id} data-label={columns[index]?.header} data-number={columns[index]?.isNumber}>
                  {flexRender(cell.column.columnDef.cell, cell.getContext())}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {shown.length === 0 && <p className="empty">Nothing here holds “{globalFilter}”.</p>}
    </div>
  );
}

type Layout = 'table' | 'cards';

/**
 * How a table is laid out: as cards where its columns need more room than there is, whatever the size of window and text.
 * @param content when it changes, the table may need another width
 */
function useLayout(content: unknown): { room: RefObject<HTMLDivElement | null>; layout: Layout } {
  const room = useRef<HTMLDivElement>(null);
  const [layout, setLayout] = useState<Layout>('table');
  // biome-ignore lint/correctness/useExhaustiveDependencies: the content decides the width that is measured
  useLayoutEffect(() => {
    const element = room.current;
    const table = element?.querySelector('table');
    if (!element || !table) return;
    const measure = () => {
      const before = table.dataset['layout'];
      table.dataset['layout'] = 'table';
      const isWider = table.scrollWidth > element.clientWidth || table.offsetWidth > element.clientWidth;
      table.dataset['layout'] = before;
      setLayout(isWider ? 'cards' : 'table');
    };
    measure();
    // Before the browser paints: otherwise one frame shows what does not fit.
    const observer = new ResizeObserver(() => flushSync(measure));
    observer.observe(element);
    return () => observer.disconnect();
  }, [content]);
  return { room, layout };
}
