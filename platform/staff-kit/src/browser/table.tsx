import { type ReactNode, type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Link } from 'react-router-dom';
import { State, Time } from './screen';

export type Cell = string | number;

export interface Column<Row> {
  header: string;
  /** The row's value in this column, for sorting and for files; shown where `show` is missing. */
  value?(row: Row): Cell;
  show?(row: Row): ReactNode;
  isNumber?: boolean;
}

/** A column of times, which shows how long ago each is. @param isToCome true: they may be in the future */
export const timeColumn = <Row,>(header: string, at: (row: Row) => string | null | undefined, isToCome = false) => ({
  header,
  value: (row: Row) => at(row) ?? '',
  show: (row: Row) => <Time at={at(row)} isToCome={isToCome} />,
});

/** A column with the state of each row in a word. */
export const stateColumn = <Row,>(header: string, value: (row: Row) => string, kindOf: (row: Row) => string) => ({
  header,
  value,
  show: (row: Row) => <State kind={kindOf(row)}>{value(row)}</State>,
});

/** A column of identifiers, in a code font. */
export const codeColumn = <Row,>(header: string, value: (row: Row) => string, otherwise = '–') => ({
  header,
  value,
  show: (row: Row) => (value(row) ? <code>{value(row)}</code> : otherwise),
});

/** A column of links, where a row has one. */
export const linkColumn = <Row,>(
  header: string,
  value: (row: Row) => string,
  to: (row: Row) => string,
  text: (row: Row) => string = value,
) => ({
  header,
  value,
  show: (row: Row) => (value(row) ? <Link to={to(row)}>{text(row)}</Link> : '–'),
});

interface TableProps<Row, Shown extends Column<Row>> {
  caption: string;
  rows: readonly Row[];
  columns: readonly Shown[];
  keyOf(row: Row): string;
  /** Name of a layout in the styles. Undefined: a table where it fits, else cards. */
  layout?: string | undefined;
  /** Sort direction of a column. Undefined: the rows are not sorted by it. */
  orderOf?(column: Shown): 'asc' | 'desc' | undefined;
  /** Called with the column whose header was pressed. Columns that `canSort` refuses have no button. */
  onSort?: ((column: Shown) => void) | undefined;
  canSort?(column: Shown): boolean;
  /** A first column of checkboxes. */
  boxes?: { all: ReactNode; of(row: Row): ReactNode } | undefined;
  isEmphatic?: ((row: Row) => boolean) | undefined;
}

const ORDER = { asc: 'ascending', desc: 'descending' } as const;
const MARK = { asc: '▲', desc: '▼' } as const;

/** A table with sortable headers. Each cell carries its column's name, for layouts without headers. */
export function Table<Row, Shown extends Column<Row>>(props: TableProps<Row, Shown>) {
  const { caption, rows, columns, keyOf, layout, orderOf, onSort, canSort = () => true, boxes, isEmphatic } = props;
  const { room, fitting } = useFitting(rows);
  return (
    <div className="table" ref={room}>
      <table data-layout={layout ?? fitting}>
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
          {rows.map((row) => (
            <tr key={keyOf(row)} data-emphatic={isEmphatic?.(row)}>
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
    </div>
  );
}

type Fitting = 'table' | 'cards';

/**
 * Chooses a table's layout: cards where its columns need more width than there is, whatever the size of window and text.
 * @param content measured again when it changes, because the table may need another width
 */
function useFitting(content: unknown): { room: RefObject<HTMLDivElement | null>; fitting: Fitting } {
  const room = useRef<HTMLDivElement>(null);
  const [fitting, setFitting] = useState<Fitting>('table');
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
      setFitting(isWider ? 'cards' : 'table');
    };
    measure();
    // `flushSync` renders before the browser paints; otherwise one frame shows a table that overflows.
    const observer = new ResizeObserver(() => flushSync(measure));
    observer.observe(element);
    return () => observer.disconnect();
  }, [content]);
  return { room, fitting };
}
