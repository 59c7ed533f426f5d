import { colour, shade, tint } from '../../core/palette';
import { line, symmetric } from '../../core/pens/curve';
import { all, path, type SvgNode } from '../../core/svg';
import { cloth } from '../../core/textures';
import type { Body } from './body';
import { fold, piece } from './piece';

const lime = cloth('#D9B27C');

/** A milliner's block: turned limewood on a spindle, sawn off flat where a jaw would be. */
export function hatBlock({ head: { y, rx, ry }, neck: [nx, ny] }: Body): SvgNode {
  const foot = y + ry * 0.7;
  const cap = ny - 26;
  const block = symmetric(
    [0, y - ry, 's'],
    [rx * 0.78, y - ry * 0.68, 's'],
    [rx, y - ry * 0.12, 's'],
    [rx * 0.86, y + ry * 0.36, 's'],
    [rx * 0.62, foot],
    [0, foot + 3, 's'],
  );
  const ring = (k: number) =>
    line(
      [-rx * 0.6 * k, foot],
      [-rx * 0.92 * k, y, 's'],
      [0, y + ry * (0.34 - 1.12 * k), 's'],
      [rx * 0.92 * k, y, 's'],
      [rx * 0.6 * k, foot],
    );
  return all(
    piece(`M-8 ${foot}H8V${cap}H-8Z`, cloth(colour.wood), [], { light: 'tube', width: 1.9 }),
    piece(`M-13 ${cap - 9}H13V${cap - 3}H-13Z`, cloth(colour.brass), [], { light: 'tube', width: 1.9 }),
    piece(symmetric([0, cap - 3], [nx * 0.7, cap - 2], [nx * 0.74, cap + 6], [0, cap + 8, 's']), cloth(colour.wood)),
    piece(block, lime, [
      path([0.26, 0.5, 0.74].map(ring).join(''), {
        stroke: shade(lime.base, 0.34),
        'stroke-width': 1.1,
        opacity: 0.6,
      }),
      fold(lime, rx, y - ry * 0.4, rx * 0.5, foot, 20, -5, 0.4),
      path(line([-rx * 0.62, y - ry * 0.5], [-rx * 0.78, y, 's'], [-rx * 0.66, y + ry * 0.4]), {
        stroke: tint(lime.base, 0.6),
        'stroke-width': 5,
        opacity: 0.7,
      }),
    ]),
  );
}
