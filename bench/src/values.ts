import { writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { packageDir } from '@wholepage/tooling/paths';

/* The numbers of a run: measured in turns, compared with their promises, printed and written. */

/** A number of a run. A value without a promise is for comparison. */
export interface Value {
  what: string;
  value: number;
  unit: string;
  promise?: string;
  holds?: boolean;
}

const RELATIONS = {
  '<': (value: number, limit: number) => value < limit,
  '≤': (value: number, limit: number) => value <= limit,
  '≥': (value: number, limit: number) => value >= limit,
  '>': (value: number, limit: number) => value > limit,
};

export const promised = (
  what: string,
  value: number,
  unit: string,
  relation: keyof typeof RELATIONS,
  limit: number,
): Value => ({
  what,
  value,
  unit,
  promise: `${relation} ${limit} ${unit}`.trim(),
  holds: RELATIONS[relation](value, limit),
});

export const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

export const medianRatio = (ours: readonly number[], theirs: readonly number[]): number =>
  median(ours.map((value, round) => value / (theirs[round] ?? Number.NaN)));

/** Measures in turns, because two runs of one build differ by a third. @param warmUps first rounds, which do not count */
export async function inTurns<Name extends string, Measured>(
  rounds: number,
  measures: Readonly<Record<Name, (round: number) => Promise<Measured>>>,
  warmUps = 1,
): Promise<Record<Name, Measured[]>> {
  const names = Object.keys(measures) as Name[];
  const found = Object.fromEntries(names.map((name) => [name, []])) as unknown as Record<Name, Measured[]>;
  for (let round = 0; round < warmUps + rounds; round += 1)
    for (const name of names) {
      const measured = await measures[name](round);
      if (round >= warmUps) found[name].push(measured);
    }
  return found;
}

const rounded = (value: number): number => Number(value.toPrecision(value >= 1_000 ? 4 : 3));

export const printValues = (values: readonly Value[]): void =>
  console.table(
    values.map(({ what, value, unit, promise = '', holds = '' }) => ({
      what,
      value: `${rounded(value)} ${unit}`.trim(),
      promise,
      holds,
    })),
  );

/** Writes a run beside the others, for docs/performance.md to quote. @param parts the measured parts, as typed */
export async function writeRun(parts: readonly string[], values: readonly Value[]): Promise<void> {
  const date = new Date().toISOString().slice(0, 10);
  const run = {
    date,
    command: `npm run bench -- ${parts.join(' ')}`,
    machine: `${cpus().length} cores, ${cpus()[0]?.model ?? 'unknown'}`,
    values: values.map(({ holds, ...one }) => ({ ...one, value: rounded(one.value) })),
  };
  const file = join(packageDir('bench'), 'results', `${date}-${parts.join('-')}.json`);
  await writeFile(file, `${JSON.stringify(run, undefined, 2)}\n`);
  console.log(`Written to ${file}.`);
}
