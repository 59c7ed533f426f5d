import { colour } from '../../core/palette';
import { line, outline } from '../../core/pens/curve';
import { all, clipped, el, path, type SvgNode, url, use } from '../../core/svg';
import type { Cloth } from '../../core/textures';
import type { Body } from '../figure/body';
import { piece } from '../figure/piece';

export interface Fold {
  /** Height of the lower fold. */
  readonly to: number;
  /** What lies folded below it, from the top down. */
  readonly beneath?: readonly Cloth[];
}

const stop = (offset: number, opacity: number) =>
  el('stop', { offset, 'stop-color': '#15183A', 'stop-opacity': opacity });

/** Light over a thing folded square: its left, right and lower edges turn away. */
const edges = url(el('linearGradient', {}, stop(0, 0.2), stop(0.07, 0), stop(0.9, 0), stop(1, 0.3)));

/** A garment folded for the shelf: its front and collar within the folds, other pieces under it. */
export function folded(
  front: SvgNode,
  { neck: [nx, ny], shoulder: [sx, sy] }: Body,
  { to, beneath = [] }: Fold,
): SvgNode {
  const w = sx - 28;
  const square = (grow: number, top: number, foot: number) =>
    outline(
      [-w - grow, top + 8],
      [-w - grow + 10, top, 's'],
      [w + grow - 10, top, 's'],
      [w + grow, top + 8],
      [w + grow + 1, foot - 12],
      [w + grow - 10, foot, 's'],
      [-w - grow + 10, foot, 's'],
      [-w - grow - 1, foot - 12],
    );
  const sides = line(
    [-w, sy - 4],
    [-w - 2, (sy + to) / 2, 's'],
    [-w, to - 14],
    [-w + 14, to, 's'],
    [0, to + 3, 's'],
    [w - 14, to, 's'],
    [w, to - 14],
    [w + 2, (sy + to) / 2, 's'],
    [w, sy - 4],
  );
  const shape = path(`${sides}L${nx + 20} ${ny - 6}V-90H${-nx - 20}V${ny - 6}Z`);
  const plies = beneath.map((material, i) => {
    const low = to + 17 + i * 17;
    return piece(square(5 - (i % 2) * 4, low - 70, low), material);
  });
  return all(
    ...plies.reverse(),
    piece(square(1, to - 60, to + 8), { base: '#FFFFFF' }, [], { width: 2.2 }),
    clipped(shape, front, use(shape, { fill: edges })),
    path(`M${-w + 10} ${to - 9}Q0 ${to - 4} ${w - 10} ${to - 9}`, {
      stroke: colour.ink,
      'stroke-width': 1.2,
      opacity: 0.4,
    }),
    path(sides, { stroke: colour.ink, 'stroke-width': 2.3 }),
  );
}
