import { colour, shade } from '../../core/palette';
import { line, outline, symmetric } from '../../core/pens/curve';
import { all, path, place, type SvgNode } from '../../core/svg';
import type { Cloth } from '../../core/textures';
import { apronBow } from '../cuts/aprons';
import { crease, fold, piece, ribbon, seam, topStitch } from '../figure/piece';

/** A surgeon's cap and mask from behind: the gathered back and two pairs of ties. */
export function tiedCap(material: Cloth, mask: string): SvgNode {
  return all(
    piece(symmetric([0, -66, 's'], [34, -56, 's'], [46, -24, 's'], [42, 10], [0, 20, 's']), material, [
      fold(material, 40, -50, 26, 14, 18, -3, 0.4),
      ...[-24, -10, 6, 20].map((x) => crease(material, x * 1.4, -34, x, 12, x * 0.1, 1.4)),
    ]),
    topStitch(line([-41, 4], [0, 13, 's'], [41, 4]), material),
    ribbon(line([-43, -4], [0, 4, 's'], [43, -4]), 5, mask),
    place(apronBow(0, mask), 0, 4, 0.8),
    place(apronBow(0, material.base), 0, 22, 0.9),
  );
}

/** The lined hood of a graduate as it falls down the back. */
export const hoodBehind = (shell: Cloth, lining: Cloth, edge: Cloth): SvgNode =>
  all(
    piece(
      outline([-40, -18], [40, -18], [62, 30, 's'], [46, 210, 's'], [0, 268], [-46, 210, 's'], [-62, 30, 's']),
      shell,
    ),
    piece(
      outline([-30, -12], [30, -12], [46, 40, 's'], [34, 196, 's'], [0, 240], [-34, 196, 's'], [-46, 40, 's']),
      edge,
    ),
    piece(
      outline([-22, -8], [22, -8], [34, 44, 's'], [24, 184, 's'], [0, 216], [-24, 184, 's'], [-34, 44, 's']),
      lining,
      [
        fold(lining, 0, 0, 0, 210, 20, 6, 0.5),
        crease(lining, -16, 10, -6, 190, 6, 1.6),
        crease(lining, 18, 6, 10, 180, -6, 1.6),
      ],
    ),
  );

/** A cap with a peak from behind: the opening and its strap. */
export const capBehind = (material: Cloth, strap: string): SvgNode =>
  all(
    piece(symmetric([0, -64, 's'], [30, -57, 's'], [46, -26, 's'], [46, 4], [0, 8, 's']), material, [
      fold(material, 40, -50, 40, -2, 18, -3, 0.4),
    ]),
    seam(line([0, -64], [0, -20]), material),
    seam(line([-26, -58], [-33, -30, 's'], [-31, 4]), material),
    seam(line([26, -58], [33, -30, 's'], [31, 4]), material),
    path('M-21 8C-21 -24 21 -24 21 8Z', { fill: shade('#D9B27C', 0.3), stroke: colour.ink, 'stroke-width': 2 }),
    topStitch('M-26 5C-26 -31 26 -31 26 5', material),
    ribbon('M-23 3Q0 8 23 3', 7, strap),
  );

/** A sailor's square collar as it lies over the back. */
export const sailorCollarBehind = (material: Cloth, stripe: string): SvgNode =>
  all(
    piece(
      outline([-40, -20], [0, -10, 's'], [40, -20], [82, 4], [78, 104], [0, 110, 's'], [-78, 104], [-82, 4]),
      material,
      [fold(material, 60, 0, 50, 104, 18, 4, 0.4), crease(material, -30, 0, -36, 96, 3, 1.5)],
    ),
    ...[8, 15, 22].map((by) =>
      path(
        `M${-82 + by} ${6 + by * 0.3}L${-78 + by} ${104 - by}Q0 ${110 - by} ${78 - by} ${104 - by}L${82 - by} ${6 + by * 0.3}`,
        {
          stroke: stripe,
          'stroke-width': 3,
        },
      ),
    ),
  );
