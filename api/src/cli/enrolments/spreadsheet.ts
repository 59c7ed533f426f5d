import type { EnrolmentRecord } from '../../enrolments/record';
import { BYTE_ORDER_MARK, csvLine } from '../../support/csv';
import { offsetTime } from '../../support/site-zone';

const COLUMNS = [
  'id',
  'created_at',
  'course_label',
  'name',
  'email',
  'phone',
  'status',
  'amount',
  'paid',
  'paid_twice',
  'refunded',
  'payment_id',
  'provider_order_id',
  'notice',
] as const satisfies readonly (keyof EnrolmentRecord)[];

const cell = (row: EnrolmentRecord, column: (typeof COLUMNS)[number]): unknown => {
  const value = row[column];
  if (value instanceof Date) return offsetTime(value);
  return column === 'amount' || column === 'paid' || column === 'refunded' ? Number(value) / 100 : value;
};

/** Enrolments as a file for a spreadsheet, amounts in rupees. */
export const enrolmentsCsv = (rows: readonly EnrolmentRecord[]): string =>
  BYTE_ORDER_MARK + [COLUMNS, ...rows.map((row) => COLUMNS.map((column) => cell(row, column)))].map(csvLine).join('');
