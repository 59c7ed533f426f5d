import { type Box, boxAround, corners } from './box';

/** As SVG's `matrix(a b c d e f)`. */
export type Matrix = readonly [number, number, number, number, number, number];

const STILL: Matrix = [1, 0, 0, 1, 0, 0];

const times = ([a, b, c, d, e, f]: Matrix, [g, h, i, j, k, l]: Matrix): Matrix => [
  a * g + c * h,
  b * g + d * h,
  a * i + c * j,
  b * i + d * j,
  a * k + c * l + e,
  b * k + d * l + f,
];

function turn(degrees: number, x: number, y: number): Matrix {
  const [sin, cos] = [Math.sin((degrees * Math.PI) / 180), Math.cos((degrees * Math.PI) / 180)];
  return times([1, 0, 0, 1, x, y], times([cos, sin, -sin, cos, 0, 0], [1, 0, 0, 1, -x, -y]));
}

function step(name: string, [a = 0, b, c, d, e, f]: readonly number[]): Matrix {
  if (name === 'translate') return [1, 0, 0, 1, a, b ?? 0];
  if (name === 'scale') return [a, 0, 0, b ?? a, 0, 0];
  if (name === 'rotate') return turn(a, b ?? 0, c ?? 0);
  return [a, b ?? 0, c ?? 0, d ?? 1, e ?? 0, f ?? 0];
}

export const matrixOf = (transform: string): Matrix =>
  [...transform.matchAll(/(\w+)\(([^)]*)\)/g)]
    .map(([, name = '', text = '']) =>
      step(
        name,
        text
          .trim()
          .split(/[\s,]+/)
          .map(Number),
      ),
    )
    .reduce(times, STILL);

/** A box that holds what is in the box once it is transformed. */
export const transformed = (box: Box, [a, b, c, d, e, f]: Matrix): Box =>
  boxAround(corners(box).map(([x, y]) => [a * x + c * y + e, b * x + d * y + f] as const));

/** How far a transform moves, if it does nothing else. */
export function shiftOf(transform: string): readonly [number, number] | undefined {
  const [, x, y = '0'] = /^translate\((-?[\d.]+)(?:[\s,]+(-?[\d.]+))?\)$/.exec(transform) ?? [];
  return x === undefined ? undefined : [Number(x), Number(y)];
}

/** The transform after a shift, in one step where it begins with one. */
export function afterShift(transform: string | undefined, dx: number, dy: number): string {
  const [, first, rest = ''] = /^(translate\([^)]*\))(.*)$/.exec(transform ?? '') ?? [undefined, '', transform ?? ''];
  const [x, y] = shiftOf(first ?? '') ?? [0, 0];
  const [sumX, sumY] = [x + dx, y + dy].map((sum) => Math.round(sum * 100) / 100);
  return sumX === 0 && sumY === 0 ? rest.trim() : `translate(${sumX} ${sumY})${rest}`;
}
