import { localTime, siteZone } from '../../support/site-zone';

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

/** Date and minute in the site's zone. */
export const minute = (moment: Date): string => localTime(moment).slice(0, 16);

/** A heading of a column of {@link minute}, such as `made (Asia/Kolkata)`. */
export const heading = (what: string): string => `${what} (${siteZone()})`;
