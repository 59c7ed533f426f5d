import { colour, mix } from '../../core/palette';
import { symmetric } from '../../core/pens/curve';
import { formStand, hanger, stitches } from '../../core/props';
import { all, place, type SvgNode } from '../../core/svg';
import { cloth } from '../../core/textures';
import type { Body } from './body';
import { hatBlock } from './hat-block';
import { fold, piece } from './piece';

const linen = cloth('#E2D2B4', 'linen');

/** The linen torso of a dress form, its neck, and below it the stand. */
export function dressForm(body: Body, head: boolean, stand: boolean): SvgNode {
  const [nx, ny] = body.neck;
  const [sx, sy] = body.shoulder;
  const [cx, cy] = body.chest;
  const [wx, wy] = body.waist;
  const [hx, hy] = body.hip;
  const top = head ? ny - 22 : ny - 34;
  const torso = symmetric(
    [0, top],
    [nx * 0.7, top],
    [nx * 0.72, ny - 12, 's'],
    [nx + 3, ny + 3, 's'],
    [sx - 14, sy - 2, 's'],
    [sx - 18, sy + 30, 's'],
    [cx - 8, cy],
    [wx - 6, wy, 's'],
    [hx - 6, hy, 's'],
    [hx - 12, hy + 26],
    [0, hy + 30],
  );
  return all(
    stand && formStand(hy + 20, body.ankle + 10),
    piece(torso, linen, [fold(linen, nx * 0.7, top, nx * 0.3, 0, 12, 0, 0.5)]),
    stitches(`M0 ${top}V${hy}`, mix(linen.base, colour.ink, 0.5), 1.2),
    head ? hatBlock(body) : neckCap(nx, top),
  );
}

const neckCap = (nx: number, top: number): SvgNode =>
  all(
    piece(
      symmetric([0, top - 8], [nx * 0.74, top - 6], [nx * 0.78, top, 's'], [nx * 0.74, top + 5], [0, top + 7]),
      cloth(colour.wood),
      [],
      { width: 1.9 },
    ),
    piece(
      symmetric(
        [0, top - 30, 's'],
        [7, top - 26, 's'],
        [8, top - 18, 's'],
        [4, top - 12, 's'],
        [6, top - 7],
        [0, top - 6],
      ),
      cloth(colour.wood),
      [],
      { width: 1.9 },
    ),
  );

/** A wooden hanger under the shoulders. */
export const onHanger = (body: Body): SvgNode =>
  place(hanger(body.shoulder[0] - 12, body.shoulder[1] + 26), 0, body.neck[1] + 22);
