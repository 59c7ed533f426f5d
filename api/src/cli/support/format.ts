import { StartError } from '../../errors';

/** Columns of text under their headings. */
export function table(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  const plain = rows.map((row) => row.map((cell) => cell.replace(/[\p{Cc}\p{Cf}]+/gu, ' ')));
  const widths = headings.map((heading, index) =>
    Math.max(heading.length, ...plain.map((row) => row[index]?.length ?? 0)),
  );
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, index) => cell.padEnd(widths[index] ?? 0))
      .join('  ')
      .trimEnd();
  return [line(headings), line(widths.map((width) => '-'.repeat(width))), ...plain.map(line)].join('\n');
}

/** Date and minute in UTC. */
export const minute = (moment: Date): string => moment.toISOString().slice(0, 16).replace('T', ' ');

/** A number that begins a formula for a spreadsheet would run it; a quote before it makes it text. */
const FORMULA = /^[=+\-@\t\r\n|%]/;

/** One line of CSV as RFC 4180 has it, without the line's end. */
export const csvLine = (cells: readonly unknown[]): string =>
  cells
    .map((cell) => {
      const text = String(cell ?? '');
      return `"${(FORMULA.test(text.trimStart()) || FORMULA.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`;
    })
    .join(',');

const UNITS: Readonly<Record<string, number>> = { h: 3_600_000, d: 86_400_000, w: 7 * 86_400_000 };

/** Reads `2026-11-01` or `36h`, `7d`, `2w`. @throws StartError */
export function readSince(value: string | undefined, now = Date.now()): Date | undefined {
  if (value === undefined) return undefined;
  const span = /^(\d{1,5})([hdw])$/.exec(value);
  const moment = new Date(span ? now - Number(span[1]) * (UNITS[span[2] ?? ''] ?? 0) : value);
  if (Number.isNaN(moment.getTime()))
    throw new StartError(`--since takes a date such as 2026-11-01 or a time such as 7d; "${value}" is neither.`);
  return moment;
}
