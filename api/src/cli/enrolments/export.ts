import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { type EnrolmentRecord, readEnrolments } from '../../enrolments/read';
import { csvLine } from '../support/format';
import type { Command } from '../support/run';

const COLUMNS = [
  'id',
  'created_at',
  'course_label',
  'name',
  'email',
  'phone',
  'status',
  'amount',
  'refunded',
  'payment_id',
  'provider_order_id',
  'notice',
] as const satisfies readonly (keyof EnrolmentRecord)[];
/** Tells spreadsheets that the file is UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF';

const cell = (row: EnrolmentRecord, column: (typeof COLUMNS)[number]): unknown => {
  const value = row[column];
  if (value instanceof Date) return value.toISOString();
  return column === 'amount' || column === 'refunded' ? Number(value) / 100 : value;
};

/** All enrolments for a spreadsheet, amounts in rupees; to stdout, or to a file that only its owner can read. */
export const exportEnrolments: Command = {
  usage: '[--csv | --json] [--out FILE]   all of them, for a spreadsheet or a program',
  run: async ({ database, args, stdout, remark, resolve }) => {
    const options = { csv: { type: 'boolean' }, json: { type: 'boolean' }, out: { type: 'string' } } as const;
    const { values } = parseArgs({ args, options });
    const rows = await readEnrolments(database.db);
    const csv = [COLUMNS, ...rows.map((row) => COLUMNS.map((column) => cell(row, column)))];
    const text = values.json
      ? `${JSON.stringify(rows, null, 2)}\n`
      : `${BYTE_ORDER_MARK}${csv.map((cells) => `${csvLine(cells)}\r\n`).join('')}`;
    if (values.out) await writeFile(resolve(values.out), text, { mode: 0o600 });
    else stdout.write(text);
    remark(`${rows.length} enrolments exported.\n`);
  },
};
