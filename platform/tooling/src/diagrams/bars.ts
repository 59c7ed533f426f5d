import { svg, textAt } from './svg';

/** One run of a measuring command, as `bench/results/*.json` holds it. */
export interface Run {
  date: string;
  command: string;
  machine: string;
  values: readonly { what: string; value: number; unit: string; promise?: string }[];
}

const ROW = 24;
const LEFT = 230;
const SCALE = 5.5;
const TOP = 40;

/** Horizontal bars of every value in `unit`, each with a mark at its promised limit and a line at the reference. */
export function barChart(run: Run, unit: string, reference: Run['values'][number], title: string): string {
  const rows = run.values.filter((row) => row.unit === unit);
  const x = (value: number) => LEFT + value * SCALE;
  const bottom = TOP + rows.length * ROW;
  const parts = rows.flatMap(({ what, value, promise }, index) => {
    const y = TOP + index * ROW;
    const limit = Number(/[\d.]+/.exec(promise ?? '')?.[0] ?? Number.NaN);
    return [
      textAt(12, y + 16, what, 'start'),
      `<rect x="${LEFT}" y="${y + 4}" width="${(value * SCALE).toFixed(1)}" height="${ROW - 8}"/>`,
      textAt(x(value) - 34, y + 16, value.toFixed(1), 'start label'),
      ...(Number.isNaN(limit) ? [] : [`<path d="M${x(limit)} ${y + 2}v${ROW - 4}"/>`]),
    ];
  });
  const edge = x(reference.value).toFixed(1);
  return svg(x(reference.value) + 40, bottom + 28, title, [
    textAt(12, 24, `${title}, ${unit}, ${run.date}`, 'start title'),
    ...parts,
    `<line class="lane" x1="${edge}" y1="${TOP}" x2="${edge}" y2="${bottom}"/>`,
    textAt(x(reference.value) - 120, bottom + 18, `${reference.what}: ${reference.value}`, 'label'),
  ]);
}
