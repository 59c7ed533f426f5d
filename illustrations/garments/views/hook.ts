import { colour, shade } from '../../core/palette';
import { line, outline } from '../../core/pens/curve';
import { peg } from '../../core/props';
import { all, path, place, type SvgNode } from '../../core/svg';
import { cloth } from '../../core/textures';
import type { Panel } from '../cuts/top';
import type { Body } from '../figure/body';
import { crease, fold, piece, ribbon } from '../figure/piece';

/** What is left of a figure in a garment that hangs by its loop: drawn up at the neck, its shoulders fallen. */
export const sagging = ({
  neck: [nx, ny],
  shoulder: [sx, sy],
  chest: [cx, cy],
  waist: [wx, wy],
  ...body
}: Body): Body => ({
  ...body,
  neck: [nx * 0.72, ny - 12],
  shoulder: [sx * 0.74, sy + 30],
  chest: [cx * 0.84, cy + 22],
  waist: [wx * 0.92, wy + 6],
});

/** A peg board on the wall, and the loop that hangs on it. */
export const onHook = ({ neck: [nx, ny] }: Body): SvgNode =>
  all(
    piece(outline([-150, ny - 58], [150, ny - 58], [150, ny - 18], [-150, ny - 18]), cloth(colour.wood), [
      path(line([-140, ny - 44], [0, ny - 40, 's'], [140, ny - 46]), {
        stroke: shade(colour.wood, 0.3),
        'stroke-width': 1.2,
      }),
    ]),
    ...[-112, 112].map((x) => place(peg(), x, ny - 40, 0.9)),
    ribbon(line([-nx * 0.36, ny + 8], [0, ny - 44, 's'], [nx * 0.36, ny + 8]), 4, colour.paper),
    place(peg(), 0, ny - 40),
  );

/** Folds that run from the loop to the hem. */
export const hangingFolds = ({ frame: { body }, material, hem, side }: Panel): SvgNode[] =>
  [-0.86, -0.56, -0.3, 0.24, 0.52, 0.82].flatMap((k) => [
    fold(material, body.neck[0] * k, 14, side(hem) * k, hem + 8, 20, k * 14, 0.44),
    crease(material, body.neck[0] * k * 0.8, 26, side(hem) * k - 7, hem - 4, k * 12, 1.5),
  ]);
