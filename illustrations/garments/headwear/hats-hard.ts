import { colour, shade, tint } from '../../core/palette';
import { line, outline, symmetric } from '../../core/pens/curve';
import { all, el, flip, pair, path, type SvgNode } from '../../core/svg';
import { type Cloth, cloth, tubeLight } from '../../core/textures';
import { crease, fold, piece, ribbon, seam, topStitch } from '../figure/piece';

/** A safety helmet with a ridge and a small peak. */
export function hardHat(color: string, lamp = false): SvgNode {
  const shell = cloth(color);
  return all(
    pair(path('M38 -6Q44 30 24 52', { stroke: colour.ink, 'stroke-width': 3 })),
    piece(symmetric([0, -70, 's'], [34, -62, 's'], [52, -30, 's'], [54, -10], [0, -14, 's']), shell, [
      fold(shell, 46, -54, 46, -8, 20, -4, 0.45),
      path('M-34 -52Q-24 -64 -12 -66Q-28 -54 -36 -36Z', { fill: '#fff', opacity: 0.75 }),
    ]),
    piece(
      outline([-9, -70], [0, -75, 's'], [9, -70], [12, -16], [-12, -16]),
      shell,
      [fold(shell, 9, -70, 11, -14, 7, 0, 0.4)],
      { width: 1.8 },
    ),
    pair(seam(line([27, -62], [34, -40, 's'], [34, -14]), shell, 1.2)),
    piece(symmetric([0, -22, 's'], [58, -14, 's'], [64, -2, 's'], [34, -1, 's'], [0, 3, 's']), shell, [
      fold(shell, 60, -6, 0, -2, 8, 2, 0.45),
    ]),
    lamp
      ? piece(outline([-11, -48], [11, -48], [13, -28], [-13, -28]), { base: colour.marigold }, [], { width: 1.5 })
      : undefined,
  );
}

/** A welder's mask: a shell that covers the whole face, with a dark window. */
export function weldingMask(color: string): SvgNode {
  const shell = cloth(color);
  return all(
    piece(
      symmetric([0, -76, 's'], [34, -70, 's'], [52, -40, 's'], [50, 10, 's'], [40, 46, 's'], [20, 72], [0, 76, 's']),
      shell,
      [
        fold(shell, 48, -50, 26, 70, 24, -5, 0.5),
        path('M-40 -40Q-34 -62 -14 -68Q-30 -50 -34 -10Z', { fill: '#fff', opacity: 0.3 }),
      ],
    ),
    seam(line([-36, 44], [0, 52, 's'], [36, 44]), shell),
    seam(line([-46, -48], [0, -56, 's'], [46, -48]), shell),
    piece(outline([-36, -30], [36, -30], [38, 6], [-38, 6]), cloth(shade(color, 0.55)), [], { width: 2 }),
    piece(
      outline([-29, -23], [29, -23], [30, -1], [-30, -1]),
      cloth('#22402F'),
      [path('M-24 -1L-8 -23H0L-16 -1Z', { fill: '#fff', opacity: 0.35 })],
      { width: 1.6 },
    ),
    pair(el('circle', { cx: 51, cy: -14, r: 8, fill: colour.steel, stroke: colour.ink, 'stroke-width': 2 })),
    pair(path('M51 -18v8', { stroke: colour.ink, 'stroke-width': 1.6 })),
  );
}

/** A soldier's helmet in a cloth cover, with a chin strap; goggles if `lens` is given. */
export function combatHelmet(cover: Cloth, lens?: string): SvgNode {
  return all(
    pair(ribbon('M42 -8Q42 34 16 54', 4, shade(cover.base, 0.3))),
    ribbon('M-14 55Q0 60 14 55', 5, shade(cover.base, 0.3)),
    piece(
      symmetric([0, -76, 's'], [38, -68, 's'], [58, -34, 's'], [60, -4, 's'], [50, 6], [38, -6, 's'], [0, -14, 's']),
      cover,
      [
        fold(cover, 52, -56, 50, 4, 22, -4, 0.5),
        crease(cover, -30, -60, -36, -20, 4),
        crease(cover, 12, -70, 26, -30, -3),
      ],
    ),
    topStitch(line([-56, -6], [0, -24, 's'], [56, -6]), cover),
    ribbon(line([-59, -26], [0, -42, 's'], [59, -26]), 5, shade(cover.base, 0.45)),
    lens
      ? goggles(lens, -36)
      : piece(outline([-10, -48], [10, -48], [9, -30], [-9, -30]), cloth(shade(cover.base, 0.5)), [], { width: 1.5 }),
  );
}

/** Goggles across a face or on a helmet, at height `y`. */
export const goggles = (lens: string, y: number): SvgNode =>
  all(
    ribbon(line([-46, y - 2], [0, y + 3, 's'], [46, y - 2]), 7, colour.ink),
    piece(
      symmetric(
        [0, y - 10, 's'],
        [24, y - 12, 's'],
        [38, y - 2, 's'],
        [28, y + 13, 's'],
        [8, y + 9, 's'],
        [0, y + 5, 's'],
      ),
      cloth(lens),
      [path(`M-28 ${y + 8}L-14 ${y - 12}H-6L-20 ${y + 10}Z`, { fill: '#fff', opacity: 0.5 })],
      { width: 2.6 },
    ),
  );

/** Ear defenders: two cups and a headband that runs over the crown at height `top`. */
export const earDefenders = (color: string, top = -70): SvgNode =>
  all(
    ribbon(`M-46 4C-58 ${top * 0.8} -30 ${top - 4} 0 ${top - 4}S58 ${top * 0.8} 46 4`, 5, colour.ink),
    pair(
      piece(outline([38, -22, 's'], [52, -24, 's'], [60, -2, 's'], [54, 26, 's'], [40, 24, 's']), cloth(color), [
        fold(cloth(color), 58, -14, 52, 24, 8, 0, 0.5),
      ]),
    ),
  );

/** An officer's peaked cap: crown, band, badge, shining peak, gold chin strap. */
export function peakedCap(crown: Cloth, band: Cloth, gold: string = colour.brass, peak = '#1F1F22'): SvgNode {
  return all(
    piece(
      outline(
        [-70, -42, 's'],
        [-38, -70, 's'],
        [0, -82, 's'],
        [38, -70, 's'],
        [70, -42, 's'],
        [50, -28, 's'],
        [0, -38, 's'],
        [-50, -28, 's'],
      ),
      crown,
      [
        fold(crown, 66, -46, 6, -50, 16, 5, 0.5),
        crease(crown, -56, -44, 0, -62, -6),
        crease(crown, 26, -70, 52, -46, -3),
      ],
    ),
    seam(line([-66, -44], [0, -56, 's'], [66, -44]), crown, 1.2),
    piece(symmetric([0, -42, 's'], [49, -34], [46, -8], [0, -16, 's']), band, [
      fold(band, 44, -34, 42, -10, 10, 0, 0.4),
    ]),
    piece(symmetric([0, -16, 's'], [46, -8, 's'], [52, 8, 's'], [26, 14, 's'], [0, 16, 's']), cloth(peak), [
      path('M-40 -2Q-20 -10 6 -10Q-18 -2 -34 8Z', { fill: '#fff', opacity: 0.4 }),
    ]),
    ribbon(line([-47, -10], [0, -19, 's'], [47, -10]), 4, gold),
    pair(el('circle', { cx: 46, cy: -11, r: 3.6, fill: gold, stroke: colour.ink, 'stroke-width': 1.3 })),
    badge(0, -44, gold),
  );
}

/** A cap badge: a wreath about a roundel, with wings if asked. */
function badge(x: number, y: number, gold: string = colour.brass): SvgNode {
  const wreath = cloth(gold);
  return el(
    'g',
    { transform: `translate(${x} ${y})` },
    piece(symmetric([0, -16], [6, -9, 's'], [16, -6, 's'], [13, 8, 's'], [0, 15, 's']), wreath, [], { width: 1.5 }),
    el('circle', { r: 5.6, fill: colour.madder, stroke: colour.ink, 'stroke-width': 1.2 }),
    path('M-3 0H3M0 -3V3', { stroke: tint(gold, 0.6), 'stroke-width': 1.4 }),
  );
}

/** A graduate's square cap and tassel. */
export const mortarboard = (material: Cloth, tassel: string): SvgNode =>
  all(
    piece(symmetric([0, -40], [42, -40], [44, -10], [0, -18, 's']), material, [
      fold(material, 40, -40, 40, -12, 14, 0, 0.5),
    ]),
    piece(outline([0, -82], [86, -56], [0, -28], [-86, -56]), material, [fold(material, 86, -56, 0, -30, 9, -2, 0.5)]),
    seam('M-78 -56L0 -32L78 -56', material, 1.2),
    path('M0 -56Q40 -54 58 -46V-14', { stroke: colour.ink, 'stroke-width': 4.6 }),
    path('M0 -56Q40 -54 58 -46V-14', { stroke: tassel, 'stroke-width': 2.4 }),
    piece(outline([54, -18], [62, -18], [66, 16], [50, 16]), cloth(tassel, 'rib'), [], { width: 1.5 }),
    el('circle', { cx: 0, cy: -56, r: 4, fill: tassel, stroke: colour.ink, 'stroke-width': 1.4 }),
  );

/** A wound turban with a standing fan and a gold band, as worn on parade. */
export function paradeTurban(material: Cloth, gold: string): SvgNode {
  const pleats = [-40, -26, -13, 0, 13, 26, 40].map((x) => crease(material, x * 0.28, -66, x * 1.2, -146, 0, 1.6));
  const fan = piece(
    symmetric([0, -150, 's'], [26, -146, 's'], [54, -130, 's'], [36, -96, 's'], [14, -60], [0, -58]),
    material,
    [...pleats, fold(material, 40, -138, 10, -64, 16, 0, 0.4)],
  );
  const wraps = [-58, -44, -30].map((y) => crease(material, -48, y + 18, 42, y - 10, -6, 1.5));
  return all(
    fan,
    ribbon(line([-52, -131], [-26, -145, 's'], [0, -149, 's'], [26, -145, 's'], [52, -131]), 4, gold),
    flip(
      piece(outline([30, -26], [52, -16, 's'], [66, 30, 's'], [60, 96, 's'], [46, 94], [44, 30, 's']), material, [
        crease(material, 50, 0, 54, 90, -3),
      ]),
    ),
    piece(
      outline(
        [-52, -12],
        [-56, -38, 's'],
        [-30, -70, 's'],
        [8, -78, 's'],
        [44, -58, 's'],
        [54, -26, 's'],
        [48, -8],
        [0, -30, 's'],
      ),
      material,
      [...wraps, fold(material, 50, -44, 0, -30, 18, -3, 0.5), fold(material, -46, -24, 36, -58, 8, -4, 0.4)],
    ),
    ribbon(line([-50, -22], [0, -46, 's'], [50, -20]), 5, gold),
    piece(symmetric([0, -70], [9, -58, 's'], [12, -46, 's'], [0, -34, 's']), cloth(gold), [], { width: 1.5 }),
  );
}

/** A clear shield before the face, hung from a head band. */
export const faceShield = (): SvgNode =>
  all(
    piece(symmetric([0, -44, 's'], [46, -38], [46, -22], [0, -26, 's']), cloth(colour.indigo), [], { width: 1.8 }),
    path(symmetric([0, -27, 's'], [48, -24], [50, 40, 's'], [34, 66, 's'], [0, 72, 's']), {
      fill: '#DCEBF0',
      'fill-opacity': 0.45,
      stroke: colour.ink,
      'stroke-width': 1.8,
    }),
    path('M-36 50L-10 -22H2L-28 58Z', { fill: '#fff', opacity: 0.55 }),
    path('M46 -30L50 36', { stroke: tubeLight, 'stroke-width': 6, opacity: 0.4 }),
  );
