import { writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { packageDir } from '@wholepage/tooling/paths';

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

/** A number of a run, and what is promised of it. */
export interface Value {
  what: string;
  value: number;
  unit: string;
  promise?: string;
  holds?: boolean;
}

const rounded = (value: number): number => Number(value.toPrecision(value >= 1_000 ? 4 : 3));

export const asLine = ({ what, value, unit, promise, holds }: Value): Line => ({
  what,
  value: `${rounded(value)} ${unit}`.trim(),
  goal: promise ?? '',
  ...(holds !== undefined && { holds }),
});

/** Writes the run of a part beside the others: a file for each day. */
export async function writeRun(part: string, values: readonly Value[]): Promise<void> {
  const date = new Date().toISOString().slice(0, 10);
  const run = {
    date,
    command: `npm run bench -- ${part}`,
    machine: `${cpus().length} cores, ${cpus()[0]?.model ?? 'unknown'}`,
    values: values.map(({ what, value, unit, promise }) => ({
      what,
      value: rounded(value),
      unit,
      ...(promise && { promise }),
    })),
  };
  const file = join(packageDir('bench'), 'results', `${date}-${part}.json`);
  await writeFile(file, `${JSON.stringify(run, undefined, 2)}\n`);
}
