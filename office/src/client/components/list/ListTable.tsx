import type { CrudSort } from '@refinedev/core';
import type { ReactNode } from 'react';
import { SelectField } from '../fields/SelectField';

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
