import { colour } from '../core/palette';
import { lettering } from '../core/pens/lettering';
import { all, path, type SvgNode } from '../core/svg';

export type Point = readonly [number, number];

const round = (value: number) => Math.round(value);

/** A measured length: its line with a tick at either end, and its letter in a disc at the middle. */
export function dimension(letter: string, from: Point, to: Point): SvgNode {
  const length = Math.hypot(to[0] - from[0], to[1] - from[1]) || 1;
  const [nx, ny] = [(-(to[1] - from[1]) / length) * 9, ((to[0] - from[0]) / length) * 9];
  const [x, y] = [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2];
  const tick = ([tx, ty]: Point) => `M${round(tx - nx)} ${round(ty - ny)}L${round(tx + nx)} ${round(ty + ny)}`;
  return all(
    path(`M${round(from[0])} ${round(from[1])}L${round(to[0])} ${round(to[1])}${tick(from)}${tick(to)}`, {
      stroke: colour.madder,
      'stroke-width': 2.2,
    }),
    path(disc(x, y, 17), { fill: colour.madder }),
    lettering(letter, x, y - 8, 16, { stroke: '#FFFDF8', 'stroke-width': 2.6 }, 'middle'),
  );
}

/** The number of a seam, on a flag at the seam. */
export const seamFlag = (number: number, [x, y]: Point): SvgNode =>
  all(
    path(`M${round(x) - 15} ${round(y) - 15}h30v30h-30z`, { fill: colour.indigo }),
    lettering(String(number), x, y - 8, 16, { stroke: '#FFFDF8', 'stroke-width': 2.6 }, 'middle'),
  );

const disc = (x: number, y: number, r: number) =>
  `M${round(x) - r} ${round(y)}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`;
