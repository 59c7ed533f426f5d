import { type Hex, shade, tint } from '../core/palette';
import { all, el, path, type SvgNode } from '../core/svg';

/** One repeat of a weave: in each row, `x` where the warp lies on top, `.` where the weft does. */
export type Draft = readonly string[];

/** Dyes of the threads, repeated over the draft. */
export interface Threads {
  readonly warp: readonly string[];
  readonly weft: readonly string[];
}

/** Distance of two threads in the drawing of a repeat. */
const PITCH = 8;

/** Where `lift` holds along a circle of `count` cells, as [first, length]; a run over the end is drawn at both. */
function floats(count: number, lift: (index: number) => boolean): [number, number][] {
  const runs: [number, number][] = [];
  for (let first = 0; first < count; first++) {
    if (!lift(first) || lift((first + count - 1) % count)) continue;
    let length = 1;
    while (length < count && lift((first + length) % count)) length++;
    runs.push([first, length]);
    if (first + length > count) runs.push([first - count, length]);
  }
  if (runs.length === 0 && lift(0)) runs.push([-1, count + 2]);
  return runs;
}

const line = (d: string, color: string, width: number, opacity?: number): SvgNode =>
  path(d, { stroke: color, 'stroke-width': width, opacity });

/** Threads of one dye: their body, and the light along their left or upper side. */
const threads = (d: string, lit: string, dye: Hex): SvgNode =>
  all(line(d, dye, PITCH * 0.86), line(lit, tint(dye, 0.45), PITCH * 0.16, 0.7));

/** One repeat, thread by thread, as a pattern that fills a shape. `scale` is that of a thread on the shape. */
export function weave(draft: Draft, { warp, weft }: Threads, scale: number): SvgNode {
  const rows = draft.length;
  const columns = draft[0]?.length ?? 0;
  const over = (row: number, column: number) => draft[row]?.[column] === 'x';
  const byDye = new Map<string, { body: string; lit: string }>();
  const add = (dye: string, body: string, lit: string) => {
    const known = byDye.get(dye) ?? { body: '', lit: '' };
    byDye.set(dye, { body: known.body + body, lit: known.lit + lit });
  };
  for (let column = 0; column < columns; column++) {
    const x = (column + 0.5) * PITCH;
    for (const [first, length] of floats(rows, (row) => over(row, column))) {
      const y = first * PITCH + 2;
      const d = `V${(first + length) * PITCH - 2}`;
      add(warp[column % warp.length] ?? '', `M${x} ${y}${d}`, `M${x - 1.8} ${y}${d}`);
    }
  }
  for (let row = 0; row < rows; row++) {
    const y = (row + 0.5) * PITCH;
    for (const [first, length] of floats(columns, (column) => !over(row, column))) {
      const x = first * PITCH + 2;
      const d = `H${(first + length) * PITCH - 2}`;
      add(weft[row % weft.length] ?? '', `M${x} ${y}${d}`, `M${x} ${y - 1.8}${d}`);
    }
  }
  return el(
    'pattern',
    {
      width: columns * PITCH,
      height: rows * PITCH,
      patternUnits: 'userSpaceOnUse',
      patternTransform: `scale(${scale})`,
    },
    path(`M0 0H${columns * PITCH}V${rows * PITCH}H0Z`, { fill: shade(warp[0] ?? '#000000', 0.55) }),
    ...[...byDye].map(([dye, { body, lit }]) => threads(body, lit, dye as Hex)),
  );
}
