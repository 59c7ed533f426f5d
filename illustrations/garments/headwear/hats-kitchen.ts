import { line, symmetric } from '../../core/pens/curve';
import { all, type SvgNode } from '../../core/svg';
import type { Cloth } from '../../core/textures';
import { crease, fold, piece, seam, topStitch } from '../figure/piece';

/** A close round cap with a deep band, as worn at the stove. */
export const skullCap = (material: Cloth, band: Cloth): SvgNode =>
  all(
    piece(symmetric([0, -66, 's'], [30, -62, 's'], [45, -46, 's'], [46, -22], [0, -16]), material, [
      fold(material, 42, -56, 36, -20, 14, -3, 0.4),
      seam(line([-26, -63], [-31, -40, 's'], [-30, -20]), material, 1.2),
      seam(line([26, -63], [31, -40, 's'], [30, -20]), material, 1.2),
    ]),
    piece(symmetric([0, -30, 's'], [46, -38], [46, -10], [0, -2, 's']), band),
    topStitch(line([-45, -33], [0, -25, 's'], [45, -33]), band),
    topStitch(line([-45, -14], [0, -6, 's'], [45, -14]), band),
  );

/** A pastry cook's soft cap: a low, full crown gathered into a band. */
export const bakersCap = (material: Cloth): SvgNode =>
  all(
    piece(
      symmetric([0, -84, 's'], [40, -82, 's'], [70, -64, 's'], [64, -42, 's'], [46, -30], [0, -24]),
      material,
      [-36, -24, -12, 2, 14, 26, 38].flatMap((x) => [
        fold(material, x + 3, -30, x * 1.4, -66, 8, x * 0.08, 0.45),
        crease(material, x, -28, x * 1.35, -62, x * 0.08, 1.4),
      ]),
    ),
    piece(symmetric([0, -36, 's'], [46, -44], [45, -14], [0, -6, 's']), material),
    topStitch(line([-44, -19], [0, -11, 's'], [44, -19]), material),
  );
