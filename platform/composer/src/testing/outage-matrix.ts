/** State of the site under one fault. */
interface Row {
  fault: string;
  where: string;
  page: string;
  others: string;
  log: string;
}

/** Collects the results of outage tests, and prints them as a table at the end. */
export class OutageMatrix {
  private readonly rows: Row[] = [];

  constructor(private readonly title: string) {}

  add(row: Row): void {
    this.rows.push(row);
  }

  print(): void {
    const columns = ['fault', 'where', 'page', 'others', 'log'] as const;
    const head: Row = { fault: this.title, where: 'where', page: 'the page', others: 'the others', log: 'log' };
    const widths = columns.map((column) => Math.max(...[head, ...this.rows].map((row) => row[column].length)));
    const line = (row: Row) => columns.map((column, index) => row[column].padEnd(widths[index] ?? 0)).join('  ');
    process.stdout.write(`${[head, ...this.rows].map(line).join('\n')}\n`);
  }
}
