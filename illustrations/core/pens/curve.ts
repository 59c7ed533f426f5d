import { num } from '../svg';

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

/** Writes path data in relative steps, rounded so that errors do not add up. */
class Pen {
  private x = 0;
  private y = 0;
  private text = '';
  private last = '';

  private step(letter: string, points: readonly number[]): void {
    const long = Math.hypot((points.at(-2) ?? 0) - this.x, (points.at(-1) ?? 0) - this.y) > 14;
    const deltas = points.map((value, i) => {
      const delta = Math.round(value * 10) / 10 - (i % 2 ? this.y : this.x);
      // A long curve's handles need no tenths; its ends do, so that pieces meet.
      return num(long && i < points.length - 2 ? Math.round(delta) : delta);
    });
    if (deltas.every((delta) => delta === '0')) return;
    const body = deltas.map((delta, i) => (i === 0 || delta.startsWith('-') ? delta : ` ${delta}`)).join('');
    const lead = letter === this.last ? (body.startsWith('-') ? '' : ' ') : letter;
    this.text += lead + body;
    this.last = letter;
    this.x = Math.round((points.at(-2) ?? 0) * 10) / 10;
    this.y = Math.round((points.at(-1) ?? 0) * 10) / 10;
  }

  move(x: number, y: number): this {
    this.x = Math.round(x * 10) / 10;
    this.y = Math.round(y * 10) / 10;
    this.text += `M${num(x)} ${num(y)}`;
    this.last = '';
    return this;
  }

  line(x: number, y: number): this {
    this.step('l', [x, y]);
    return this;
  }

  cubic(...points: readonly number[]): this {
    this.step('c', points);
    return this;
  }

  quad(...points: readonly number[]): this {
    this.step('q', points);
    return this;
  }

  end(closed: boolean): string {
    return closed ? `${this.text}z` : this.text;
  }
}

/** Path data of cubic curves through the knots: smooth where a knot says so, sharp elsewhere. */
export function curve(knots: readonly Knot[], closed = false): string {
  const first = knots[0];
  if (!first) return '';
  const pen = new Pen().move(first[0], first[1]);
  const count = closed ? knots.length : knots.length - 1;
  for (let i = 0; i < count; i++) {
    const a = at(knots, i, closed);
    const b = at(knots, i + 1, closed);
    if (!a || !b) continue;
    const out = heading(knots, i, closed);
    const into = heading(knots, i + 1, closed);
    if (!out && !into) {
      // The closing stroke of a straight side is drawn by `z`.
      if (!(closed && i === count - 1)) pen.line(b[0], b[1]);
      continue;
    }
    const reach = Math.hypot(b[0] - a[0], b[1] - a[1]) * 0.36;
    const leave: Point | undefined = out && [a[0] + out[0] * reach, a[1] + out[1] * reach];
    const arrive: Point | undefined = into && [b[0] - into[0] * reach, b[1] - into[1] * reach];
    // At a corner the line aims at the far handle, so that it leaves straight and bends late.
    const c1 = leave ?? towards(a, arrive ?? b);
    const c2 = arrive ?? towards(b, leave ?? a);
    pen.cubic(...c1, ...c2, b[0], b[1]);
  }
  return pen.end(closed);
}

type Point = readonly [number, number];

const towards = (from: Knot, to: Point | Knot): Point => [
  from[0] + (to[0] - from[0]) * 0.4,
  from[1] + (to[1] - from[1]) * 0.4,
];

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
  const mid = (offset: number): Point => [(x1 + x2) / 2 + nx * offset, (y1 + y2) / 2 + ny * offset];
  const pen = new Pen().move(x1, y1);
  return pen
    .quad(...mid(bend * 2 + width), x2, y2)
    .quad(...mid(bend * 2 - width), x1, y1)
    .end(true);
}
