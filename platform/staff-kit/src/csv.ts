/** Beginnings of a formula, full-width characters included. Spreadsheets would run it; a quote before it makes it text. */
const FORMULA = /^[=+\-@\t\r\n|%\uff1d\uff0b\uff0d\uff20]/;

/** The same after a semicolon, tab or line break, which separate cells in some locales. Lists and numbers are no formulas. */
const FORMULA_WITHIN = /[;\t\r\n][\s"]*(?:(?=([=@\uff1d\uff20]|[+\-\uff0b\uff0d][^;\t\r\n]*[|(!]))|)/g;

/** A phone number is not a formula, and a quote before it would stay in whatever reads the file. */
const PHONE = /^(\+[\d\s().\-/]*\d[\s().\-/]*)(?:(?:[,#x]|ext[a-z]*)[.:=\s]*(\d{1,6}))?$/i;

/** Spreadsheets would subtract the parts of +91-44-5550; spaces keep them apart. */
const asPhone = (number: string, extension = ''): string =>
  `${number.replaceAll(/[\s().\-/]+/g, ' ').trim()}${extension && ` ext ${extension}`}`;

/** Spreadsheets take bare digits for a number: they would lose their + or nought, and long ones read 9.2E+11. */
const BARE_PHONE = /^([+0]\d+|\d{7,})(\d{5})$/;

const harmless = (given: unknown): string => {
  if (typeof given === 'number') return String(given);
  const text = String(given ?? '').replace(BARE_PHONE, '$1 $2');
  const phone = PHONE.exec(text.trim());
  if (phone) return asPhone(phone[1] ?? '', phone[2]);
  const inside = text.replaceAll(FORMULA_WITHIN, (end, formula?: string) => (formula ? `${end}'` : end));
  return FORMULA.test(text.trimStart()) || FORMULA.test(text) ? `'${inside}` : inside;
};

/** First character of a CSV file, which tells spreadsheets that it is UTF-8. */
export const BYTE_ORDER_MARK = '\uFEFF';

/** Returns one line of CSV with its line break (RFC 4180). */
export const csvLine = (cells: readonly unknown[]): string =>
  `${cells.map((cell) => `"${harmless(cell).replaceAll('"', '""')}"`).join(',')}\r\n`;
