/** A number that begins a formula for a spreadsheet would run it; a quote before it makes it text. */
const FORMULA = /^[=+\-@\t\r\n|%]/;

/** A phone number is no formula, and a quote before it would stay in whatever reads the file. */
const PHONE = /^\+\d[\d\s().\-/]*$/;

/** Spreadsheets would subtract the parts of +91-44-5550; spaces keep them apart. */
const asPhone = (text: string): string => text.replaceAll(/[\s().\-/]+/g, ' ').trim();

const harmless = (text: string): string => {
  if (PHONE.test(text.trim())) return asPhone(text);
  return FORMULA.test(text.trimStart()) || FORMULA.test(text) ? `'${text}` : text;
};

/** Begins a file of CSV: tells spreadsheets that it is UTF-8. */
export const BYTE_ORDER_MARK = '\uFEFF';

/** One line of CSV as RFC 4180 has it, with the line's end. */
export const csvLine = (cells: readonly unknown[]): string =>
  `${cells
    .map((cell) => {
      return `"${harmless(String(cell ?? '')).replaceAll('"', '""')}"`;
    })
    .join(',')}\r\n`;
