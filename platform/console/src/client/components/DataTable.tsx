import { saveFile } from '@wholepage/staff-kit/browser/calls';
import { type Cell, Table, type Column as TableColumn } from '@wholepage/staff-kit/browser/table';
import { BYTE_ORDER_MARK, csvLine } from '@wholepage/staff-kit/csv';
import { useId, useState } from 'react';

export interface Column<Row> extends TableColumn<Row> {
  value(row: Row): Cell;
  /** Unit of the values, for the header in the CSV: its cells have no unit. */
  unit?: string;
  /** True: the column is in the CSV only. */
  isHidden?: boolean;
}

interface DataTableProps<Row> {
  /** Caption of the table, and name of its file. */
  name: string;
  rows: Row[];
  columns: Column<Row>[];
  /** Sentence in place of a table without rows. */
  empty: string;
}

/** Fewest rows for which a table has a search field. */
const SEARCHED_FROM = 9;
/** Most rows that are shown at first, as many as a person reads through. A button shows the rest. */
const MOST_ROWS = 25;

interface Sorting {
  header: string;
  order: 'asc' | 'desc';
}

/** Returns the next order. Numbers start with the largest, texts with the first letter. A third press restores the given one. */
function sortingAfter({ header }: { header: string }, isNumber: boolean, now: Sorting | undefined) {
  const orders = isNumber ? (['desc', 'asc'] as const) : (['asc', 'desc'] as const);
  if (now?.header !== header) return { header, order: orders[0] };
  return now.order === orders[0] ? { header, order: orders[1] } : undefined;
}

const compare = (one: Cell, other: Cell): number =>
  typeof one === 'number' && typeof other === 'number'
    ? one - other
    : String(one).localeCompare(String(other), undefined, { numeric: true });

function sorted<Row>(rows: readonly Row[], columns: readonly Column<Row>[], by: Sorting | undefined): readonly Row[] {
  const value = columns.find(({ header }) => header === by?.header)?.value;
  if (!by || !value) return rows;
  const sign = by.order === 'asc' ? 1 : -1;
  return rows.toSorted((one, other) => sign * compare(value(one), value(other)));
}

export function DataTable<Row extends object>({ name, rows, columns: all, empty }: DataTableProps<Row>) {
  const columns = all.filter(({ isHidden }) => !isHidden);
  const [sorting, setSorting] = useState<Sorting>();
  const [wanted, setWanted] = useState('');
  const [isWhole, setWhole] = useState(false);
  const field = useId();
  if (rows.length === 0) return <p className="empty">{empty}</p>;
  const holds = (row: Row) =>
    columns.some(({ value }) => String(value(row)).toLowerCase().includes(wanted.toLowerCase()));
  const shown = sorted(wanted ? rows.filter(holds) : rows, columns, sorting);
  const csv = () => [
    BYTE_ORDER_MARK,
    csvLine(all.map(({ header, unit }) => (unit ? `${header} (${unit})` : header))),
    ...shown.map((row) => csvLine(all.map(({ value }) => value(row)))),
  ];
  const isNumber = ({ value }: Column<Row>) => rows.some((row) => typeof value(row) === 'number');
  return (
    <div className="data">
      <div className="data-tools">
        {(rows.length >= SEARCHED_FROM || wanted) && (
          <label htmlFor={field}>
            Find in {name.toLowerCase()}{' '}
            <input id={field} type="search" value={wanted} onChange={(event) => setWanted(event.target.value)} />
          </label>
        )}
        <button
          type="button"
          className="quiet"
          onClick={() =>
            saveFile(`${name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}.csv`, new Blob(csv(), { type: 'text/csv' }))
          }
        >
          Download {name.toLowerCase()} as CSV
        </button>
      </div>
      <Table
        caption={name}
        rows={isWhole ? shown : shown.slice(0, MOST_ROWS)}
        columns={columns}
        keyOf={(row) => String('id' in row ? row.id : rows.indexOf(row))}
        orderOf={({ header }) => (sorting?.header === header ? sorting.order : undefined)}
        // A column of buttons has no values.
        canSort={({ value }) => rows.some((row) => value(row) !== '')}
        onSort={(column) => setSorting(sortingAfter(column, isNumber(column), sorting))}
      />
      {!isWhole && shown.length > MOST_ROWS && (
        <button type="button" onClick={() => setWhole(true)}>
          Show all {shown.length} rows of {name.toLowerCase()}
        </button>
      )}
      {shown.length === 0 && <p className="empty">Nothing here holds “{wanted}”.</p>}
    </div>
  );
}
