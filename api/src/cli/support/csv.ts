/** A number that begins a formula for a spreadsheet would run it; a quote before it makes it text. */
const FORMULA = /^[=+\-@\t\r\n|%]/;

/** Begins a file of CSV: tells spreadsheets that it is UTF-8. */
export const BYTE_ORDER_MARK = '\uFEFF';

/** One line of CSV as RFC 4180 has it, with the line's end. */
export const csvLine = (cells: readonly unknown[]): string =>
  `${cells
    .map((cell) => {
      const text = String(cell ?? '');
      return `"${(FORMULA.test(text.trimStart()) || FORMULA.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`;
    })
    .join(',')}\r\n`;
