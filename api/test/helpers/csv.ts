const CELL = /("(?:[^"]|"")*"|[^",\r\n]*)(,|\r\n|$)/g;

/** Rows of a CSV file (RFC 4180) as other programs read it, each by the names of the first row. */
export function readCsv(text: string): Record<string, string>[] {
  const rows: string[][] = [[]];
  for (const [, cell = '', end] of text.replace(/^\uFEFF/, '').matchAll(CELL)) {
    rows.at(-1)?.push(cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell);
    if (end === '\r\n') rows.push([]);
  }
  const [names = [], ...records] = rows.filter((row) => row.length > 1);
  return records.map((row) => Object.fromEntries(names.map((name, index) => [name, row[index] ?? ''])));
}
