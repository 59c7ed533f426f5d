/** A row of the table: what was measured, and what it is held against. */
export interface Line {
  what: string;
  value: string;
  goal: string;
  /** Left out for lines without a goal. */
  holds?: boolean;
}

const mark = ({ holds }: Line): string => (holds === undefined ? ' ' : holds ? '✓' : '✗');

/** Prints the lines as a table. */
export function printLines(lines: readonly Line[]): void {
  const width = (pick: (line: Line) => string) => Math.max(0, ...lines.map((line) => pick(line).length));
  const [what, value] = [width((line) => line.what), width((line) => line.value)];
  for (const line of lines) {
    console.log(`${mark(line)} ${line.what.padEnd(what)}  ${line.value.padEnd(value)}  ${line.goal}`);
  }
}

export const kilobytes = (bytes: number): string => `${(bytes / 1000).toFixed(1)} kB`;

export const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
