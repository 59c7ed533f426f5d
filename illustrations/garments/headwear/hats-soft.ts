import { colour, shade } from '../../core/palette';
import { line, outline, symmetric } from '../../core/pens/curve';
import { all, el, flip, path, type SvgNode } from '../../core/svg';
import type { Cloth } from '../../core/textures';
import { crease, fold, piece, ribbon, seam, topStitch } from '../figure/piece';

/** A cook's tall pleated hat. */
export function toque(material: Cloth): SvgNode {
  const crown = symmetric(
    [0, -122, 's'],
    [34, -126, 's'],
    [66, -108, 's'],
    [68, -78, 's'],
    [50, -56, 's'],
    [44, -30],
    [0, -24],
  );
  const pleats = [-34, -22, -10, 2, 14, 26, 37].flatMap((x) => [
    fold(material, x + 3, -34, x * 1.25 + 3, -88, 7, x * 0.06, 0.5),
    crease(material, x, -30, x * 1.3, -92, x * 0.06, 1.3),
  ]);
  return all(
    piece(crown, material, [
      ...pleats,
      fold(material, 60, -112, 40, -60, 18, -4, 0.45),
      crease(material, -44, -104, -20, -116, -3),
      crease(material, 8, -112, 34, -108, -4),
    ]),
    piece(symmetric([0, -44, 's'], [45, -52], [44, -12], [0, -4, 's']), material, [
      fold(material, 40, -50, 38, -8, 16, 0, 0.4),
    ]),
    topStitch(line([-43, -17], [0, -9, 's'], [43, -17]), material),
  );
}

/** A cap with a short peak, seen from the front. */
export function baseballCap(material: Cloth, peak: Cloth = material, badge?: string): SvgNode {
  return all(
    piece(symmetric([0, -64, 's'], [30, -57, 's'], [46, -26, 's'], [46, -6], [0, -16, 's']), material, [
      fold(material, 40, -50, 40, -6, 18, -3, 0.4),
    ]),
    seam(line([0, -64], [0, -16]), material),
    topStitch(line([-4, -63], [-4, -17]), material),
    topStitch(line([4, -63], [4, -17]), material),
    seam(line([-26, -58], [-33, -36, 's'], [-31, -11]), material, 1.1),
    seam(line([26, -58], [33, -36, 's'], [31, -11]), material, 1.1),
    el('circle', { cx: 0, cy: -64, r: 4, fill: material.base, stroke: colour.ink, 'stroke-width': 1.6 }),
    badge
      ? piece(outline([-13, -50], [13, -50], [13, -34, 's'], [0, -24], [-13, -34, 's']), { base: badge }, [], {
          width: 1.4,
        })
      : undefined,
    piece(symmetric([0, -18, 's'], [45, -7, 's'], [54, 10, 's'], [30, 4, 's'], [0, 1, 's']), peak, [
      fold(peak, 50, 4, 0, -4, 8, 2, 0.4),
    ]),
    topStitch(line([-44, 1], [0, -6, 's'], [44, 1]), peak),
  );
}

/** A beret pulled down to one side, with a badge over the eye. */
export function beret(material: Cloth, badge: string = colour.brass, hackle?: string): SvgNode {
  const crown = outline(
    [-46, -12],
    [-50, -34, 's'],
    [-24, -58, 's'],
    [16, -60, 's'],
    [54, -42, 's'],
    [72, -12, 's'],
    [60, 4, 's'],
    [44, -8],
  );
  return all(
    piece(crown, material, [
      fold(material, 66, -20, 6, -26, 22, -5, 0.5),
      crease(material, -30, -30, 20, -44, -6),
      crease(material, 30, -40, 62, -10, -5),
      crease(material, 44, -12, 58, -4, 2),
    ]),
    piece(
      outline([-46, -16], [0, -24, 's'], [46, -14], [45, -4], [0, -13, 's'], [-45, -5]),
      { base: shade(material.base, 0.35) },
      [],
      { width: 1.8 },
    ),
    hackle
      ? piece(
          outline([-22, -34], [-30, -62, 's'], [-22, -82, 's'], [-13, -62, 's'], [-16, -34]),
          { base: hackle, weave: 'rib' },
          [],
          { width: 1.5 },
        )
      : undefined,
    piece(outline([-27, -42], [-11, -42], [-10, -28, 's'], [-19, -19], [-28, -28, 's']), { base: badge }, [], {
      width: 1.5,
    }),
    path('M-19 -38v12M-24 -34h10', { stroke: shade(badge, 0.5), 'stroke-width': 1.4 }),
  );
}

/** A wide-brimmed hat: straw in the garden, cotton at the pool (`wide` is the brim's half width). */
export function brimHat(material: Cloth, band: Cloth, wide = 96, droop = 16): SvgNode {
  const brim = symmetric(
    [0, -34, 's'],
    [wide * 0.7, -26, 's'],
    [wide, -14 + droop, 's'],
    [wide * 0.86, -4 + droop, 's'],
    [wide * 0.4, 2, 's'],
    [0, 4, 's'],
  );
  const rows = [0.5, 0.72, 0.9].map((k) =>
    topStitch(line([-wide * k, -12 + droop * k], [0, -3 - (1 - k) * 16, 's'], [wide * k, -12 + droop * k]), material),
  );
  return all(
    piece(brim, material, [
      fold(material, wide, droop - 6, 6, -4, 12, 4, 0.45),
      path('M-48 -22Q0 -4 48 -22L46 -10Q0 4 -46 -10Z', { fill: shade(material.base, 0.45), opacity: 0.35 }),
    ]),
    ...rows,
    piece(symmetric([0, -72, 's'], [28, -68, 's'], [42, -48, 's'], [47, -18], [0, -8, 's']), material, [
      fold(material, 40, -60, 42, -14, 16, -2, 0.4),
      crease(material, -18, -66, -12, -48, 2),
      crease(material, 14, -68, 8, -50, -2),
    ]),
    piece(symmetric([0, -26, 's'], [45, -36], [47.5, -18], [0, -8, 's']), band, [], { width: 1.8 }),
  );
}

/** A knitted hat with a turned-up rib. */
export function beanie(material: Cloth, rib: Cloth = material, pompon?: string): SvgNode {
  return all(
    pompon
      ? piece(outline([0, -92, 's'], [15, -84, 's'], [17, -70, 's'], [4, -62, 's'], [-12, -66, 's'], [-16, -80, 's']), {
          base: pompon,
          weave: 'terry',
        })
      : undefined,
    piece(
      symmetric([0, -68, 's'], [32, -58, 's'], [46, -30, 's'], [46, -14], [0, -10]),
      { ...material, weave: 'knit' },
      [fold(material, 40, -54, 38, -14, 18, -3, 0.4)],
    ),
    piece(symmetric([0, -34, 's'], [48, -40], [49, -10], [0, -3, 's']), { ...rib, weave: 'rib' }),
  );
}

/** A light round cap with a gathered edge, as worn in laboratories and kitchens. */
export function bouffant(material: Cloth): SvgNode {
  const gathers = [-40, -30, -19, -8, 4, 15, 26, 36].map((x) => crease(material, x, -16, x * 1.1, -30, 0, 1.4));
  return all(
    piece(
      symmetric([0, -76, 's'], [36, -70, 's'], [58, -42, 's'], [52, -18, 's'], [46, -12], [0, -16, 's']),
      material,
      [
        fold(material, 52, -50, 30, -16, 18, -4, 0.45),
        crease(material, -30, -50, -4, -66, -4),
        crease(material, 10, -58, 34, -48, -4),
      ],
    ),
    piece(symmetric([0, -22, 's'], [47, -19], [46, -8], [0, -11, 's']), material, gathers, { width: 1.7 }),
  );
}

/** A surgeon's tied cap and pleated mask. */
export function capAndMask(material: Cloth, mask: Cloth): SvgNode {
  const pleat = [10, 20, 30].map((y) => seam(line([-29, y - 2], [0, y + 5, 's'], [29, y - 2]), mask, 1.2));
  return all(
    piece(symmetric([0, -64, 's'], [32, -56, 's'], [45, -26, 's'], [44, -6], [0, -20, 's']), material, [
      fold(material, 38, -52, 36, -8, 18, -3, 0.4),
      crease(material, -20, -50, 4, -58, -3),
    ]),
    topStitch(line([-43, -12], [0, -26, 's'], [43, -12]), material),
    path('M-30 4L-43 -6M30 4L43 -6M-27 38L-36 24M27 38L36 24', { stroke: colour.ink, 'stroke-width': 2 }),
    piece(symmetric([0, 0, 's'], [31, 2], [30, 30, 's'], [20, 50, 's'], [0, 55, 's']), mask, pleat),
    path('M-10 3Q0 -1 10 3', { stroke: colour.steel, 'stroke-width': 2.4 }),
  );
}

/** A sun visor: a band and a peak, open above. */
export const visor = (material: Cloth, peak: Cloth): SvgNode =>
  all(
    piece(symmetric([0, -38, 's'], [44, -30], [45, -12], [0, -20, 's']), material),
    topStitch(line([-44, -26], [0, -34, 's'], [44, -26]), material),
    piece(symmetric([0, -20, 's'], [46, -12, 's'], [58, 12, 's'], [30, 5, 's'], [0, 1, 's']), peak, [
      fold(peak, 50, 6, 0, -4, 8, 2, 0.4),
    ]),
    topStitch(line([-48, 3], [0, -6, 's'], [48, 3]), peak),
  );

/** A round sailor's cap with a name ribbon. */
export const sailorCap = (material: Cloth, band: Cloth): SvgNode =>
  all(
    piece(
      outline(
        [-62, -40, 's'],
        [-30, -60, 's'],
        [0, -64, 's'],
        [34, -60, 's'],
        [62, -42, 's'],
        [54, -28, 's'],
        [0, -26, 's'],
        [-54, -28, 's'],
      ),
      material,
      [fold(material, 58, -44, 0, -34, 9, 3, 0.5), crease(material, -40, -46, 20, -54, -4)],
    ),
    piece(symmetric([0, -30, 's'], [46, -34], [46, -12], [0, -5, 's']), band),
    el('path', {
      d: line([-26, -17], [0, -14, 's'], [26, -17]),
      stroke: colour.marigold,
      'stroke-width': 4,
      'stroke-dasharray': '3 3',
      'stroke-linecap': 'butt',
    }),
    ribbon('M40 -10Q52 10 46 32', 5, band.base),
  );

/** A small stiff round hat, worn a little to one side. */
export const pillbox = (material: Cloth, trim: string): SvgNode =>
  all(
    piece(outline([-40, -52, 's'], [0, -62, 's'], [42, -50, 's'], [47, -18], [2, -10, 's'], [-44, -22]), material, [
      fold(material, 40, -52, 42, -14, 14, -2, 0.4),
    ]),
    seam(outline([-38, -52, 's'], [0, -44, 's'], [41, -50, 's'], [0, -59, 's']), material, 1.2),
    ribbon(line([-44, -26], [2, -15, 's'], [47, -23]), 3.6, trim),
    flip(piece(outline([22, -46], [33, -38, 's'], [24, -28], [27, -38]), { base: colour.brass }, [], { width: 1.2 })),
  );
