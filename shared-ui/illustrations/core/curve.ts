import { num } from './svg';

/** A point of an outline: a corner, or with `'s'` one that the line passes smoothly. */
export type Knot = readonly [x: number, y: number, kind?: 's' | undefined];

const at = (knots: readonly Knot[], i: number, closed: boolean): Knot | undefined =>
  closed ? knots[(i + knots.length) % knots.length] : knots[i];

/** Unit direction in which the line leaves a smooth knot; `undefined` at a corner. */
function heading(knots: readonly Knot[], i: number, closed: boolean): [number, number] | undefined {
  const here = at(knots, i, closed);
  const before = at(knots, i - 1, closed);
  const after = at(knots, i + 1, closed);
  if (here?.[2] !== 's' || !before || !after) return undefined;
  const dx = after[0] - before[0];
  const dy = after[1] - before[1];
  const length = Math.hypot(dx, dy) || 1;
  return [dx / length, dy / length];
}

/** Path data of cubic curves through the knots: smooth where a knot says so, sharp elsewhere. */
export function curve(knots: readonly Knot[], closed = false): string {
  const first = knots[0];
  if (!first) return '';
  const parts = [`M${num(first[0])} ${num(first[1])}`];
  for (let i = 0; i < (closed ? knots.length : knots.length - 1); i++) {
    const a = at(knots, i, closed);
    const b = at(knots, i + 1, closed);
    if (!a || !b) continue;
    const out = heading(knots, i, closed);
    const into = heading(knots, i + 1, closed);
    if (!out && !into) {
      parts.push(`L${num(b[0])} ${num(b[1])}`);
      continue;
    }
    const reach = Math.hypot(b[0] - a[0], b[1] - a[1]) * 0.36;
    let c1 = out && [a[0] + out[0] * reach, a[1] + out[1] * reach];
    let c2 = into && [b[0] - into[0] * reach, b[1] - into[1] * reach];
    // At a corner the line aims at the far handle, so that it leaves straight and bends late.
    c1 ??= c2 && [a[0] + ((c2[0] ?? 0) - a[0]) * 0.4, a[1] + ((c2[1] ?? 0) - a[1]) * 0.4];
    c2 ??= c1 && [b[0] + ((c1[0] ?? 0) - b[0]) * 0.4, b[1] + ((c1[1] ?? 0) - b[1]) * 0.4];
    parts.push(`C${[...(c1 ?? []), ...(c2 ?? []), b[0], b[1]].map(num).join(' ')}`);
  }
  return parts.join('') + (closed ? 'Z' : '');
}

/** A closed outline through the knots. */
export const outline = (...knots: readonly Knot[]): string => curve(knots, true);

/** An open line through the knots. */
export const line = (...knots: readonly Knot[]): string => curve(knots);

export const mirrored = (knots: readonly Knot[]): Knot[] =>
  knots.map(([x, y, kind]) => [-x, y, kind] as const).reverse();

/** A closed outline from its right half, given from the top of the centre line to the bottom. */
export function symmetric(...half: readonly Knot[]): string {
  const left = mirrored(half).filter(([x]) => x !== 0);
  return curve([...half, ...left], true);
}

/** A brush stroke: thin at both ends, `width` thick in the middle, bent sideways by `bend`. */
export function stroke(x1: number, y1: number, x2: number, y2: number, width: number, bend = 0): string {
  const length = Math.hypot(x2 - x1, y2 - y1) || 1;
  const nx = -(y2 - y1) / length;
  const ny = (x2 - x1) / length;
  const mid = (offset: number): string => `${num((x1 + x2) / 2 + nx * offset)} ${num((y1 + y2) / 2 + ny * offset)}`;
  const end = `${num(x2)} ${num(y2)}`;
  return `M${num(x1)} ${num(y1)}Q${mid(bend * 2 + width)} ${end}Q${mid(bend * 2 - width)} ${num(x1)} ${num(y1)}Z`;
}
