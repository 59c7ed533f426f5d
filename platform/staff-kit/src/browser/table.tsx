import type { ReactNode } from 'react';

export type Cell = string | number;

/** A column of any table. */
export interface Column<Row> {
  header: string;
  /** What a row holds there, for sorting and for files; shown where `show` is missing. */
  value?(row: Row): Cell;
  show?(row: Row): ReactNode;
  isNumber?: boolean;
}

interface TableProps<Row, Shown extends Column<Row>> {
  caption: string;
  rows: readonly Row[];
  columns: readonly Shown[];
  keyOf(row: Row, index: number): string;
  /** How the styles lay it out. */
  layout?: string | undefined;
  /** By which column the rows are in order. Undefined: by none. */
  orderOf?(column: Shown): 'asc' | 'desc' | undefined;
  /** Called with the column whose head was pressed; columns that `canSort` refuses have no button. */
  onSort?: ((column: Shown) => void) | undefined;
  canSort?(column: Shown): boolean;
  /** A column of boxes before the others. */
  boxes?: { all: ReactNode; of(row: Row): ReactNode } | undefined;
  isEmphatic?: ((row: Row) => boolean) | undefined;
}

const ORDER = { asc: 'ascending', desc: 'descending' } as const;
const MARK = { asc: '▲', desc: '▼' } as const;

/** Rows under heads that put them in order. Each cell knows its column's name, for layouts without heads. */
export function Table<Row, Shown extends Column<Row>>(props: TableProps<Row, Shown>) {
  const { caption, rows, columns, keyOf, layout, orderOf, onSort, canSort = () => true, boxes, isEmphatic } = props;
  return (
    <table data-layout={layout}>
      <caption>{caption}</caption>
      <thead>
        <tr>
          {boxes && (
            <th scope="col" className="choose">
              {boxes.all}
            </th>
          )}
          {columns.map((column) => {
            const { header, isNumber } = column;
            const order = orderOf?.(column);
            return (
              <th key={header} scope="col" data-number={isNumber} {...(order && { 'aria-sort': ORDER[order] })}>
                {onSort && canSort(column) ? (
                  <button type="button" onClick={() => onSort(column)}>
                    {header}
                    <span aria-hidden="true">{order && MARK[order]}</span>
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
        {rows.map((row, index) => (
          <tr key={keyOf(row, index)} data-emphatic={isEmphatic?.(row)}>
            {boxes && <td className="choose">{boxes.of(row)}</td>}
            {columns.map(({ header, isNumber, value, show }) => (
              <td key={header} data-label={header} data-number={isNumber}>
                {show ? show(row) : value?.(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
