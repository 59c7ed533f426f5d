export type Cell = string | number;

/** Spreadsheets run what begins like this as a formula, in some languages also with signs of full width. */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/;

const cellText = (cell: Cell): string => {
  const text = typeof cell === 'string' && FORMULA.test(cell) ? `'${cell}` : String(cell);
  return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

/** Rows as RFC 4180 has them. */
export const toCsv = (rows: readonly (readonly Cell[])[]): string =>
  rows.map((row) => `${row.map(cellText).join(',')}\r\n`).join('');
