import { colour, shade } from '../../core/palette';
import { line, outline, symmetric } from '../../core/pens/curve';
import { all, pair, path } from '../../core/svg';
import { type Cloth, cloth } from '../../core/textures';
import type { Layer } from '../figure/layer';
import { crease, fold, piece, ribbon, seam, topStitch } from '../figure/piece';

/** Dungarees from behind: straps that run together into the raised back. */
export const overallBehind =
  (material: Cloth): Layer =>
  ({
    body: {
      neck: [nx, ny],
      chest: [, cy],
      waist: [wx, wy],
    },
  }) => {
    const top = cy + 16;
    const strap = piece(outline([nx + 8, ny + 2], [nx + 26, ny + 7], [32, top + 22], [10, top + 22]), material, [], {
      width: 1.9,
    });
    return {
      front: all(
        pair(strap),
        piece(
          symmetric([0, top], [33, top], [38, top + 30, 's'], [wx + 8, wy - 14], [wx + 15, wy + 16], [0, wy + 22, 's']),
          material,
          [
            fold(material, wx, wy - 10, wx * 0.3, wy + 8, 12, 0, 0.45),
            crease(material, -wx, wy - 6, -wx * 0.4, wy + 6, 3),
            crease(material, 18, top + 20, 40, wy - 20, -3, 1.4),
          ],
        ),
        topStitch(`M-28 ${top + 7}H28`, material),
        topStitch(line([28, top + 7], [33, top + 32, 's'], [wx + 2, wy - 12]), material),
        topStitch(line([-28, top + 7], [-33, top + 32, 's'], [-wx - 2, wy - 12]), material),
        seam(`M0 ${top + 7}V${wy + 16}`, material),
        pair(
          all(
            piece(outline([26, wy + 40], [72, wy + 36], [72, wy + 84], [49, wy + 98], [27, wy + 88]), material, [], {
              width: 1.8,
            }),
            topStitch(`M29 ${wy + 47}L69 ${wy + 43}`, material, colour.marigold),
          ),
        ),
        seam(line([-wx - 15, wy - 4], [0, wy + 2, 's'], [wx + 15, wy - 4]), material, 1.8),
      ),
    };
  };

/** The back plate of a carrier: its webbing, the drag handle and the cummerbund. */
export const plateBehind =
  (material: Cloth): Layer =>
  ({
    body: {
      neck: [nx, ny],
      chest: [cx, cy],
      waist: [wx, wy],
    },
  }) => {
    const low = wy + 18;
    const rows = Array.from({ length: 5 }, (_, i) =>
      path(`M${-cx * 0.6} ${cy * 0.6 + i * 25}H${cx * 0.6}`, {
        stroke: shade(material.base, 0.5),
        'stroke-width': 8,
        'stroke-dasharray': '15 2.6',
        'stroke-linecap': 'butt',
      }),
    );
    const wing = piece(
      outline([cx * 0.6, wy - 50], [wx + 15, wy - 44], [wx + 16, wy + 2], [cx * 0.6, wy + 6]),
      material,
      [fold(material, wx + 12, wy - 44, wx + 12, wy, 10, 0, 0.4)],
    );
    return {
      front: all(
        pair(wing),
        piece(
          symmetric(
            [0, 16],
            [nx * 0.8, 16],
            [nx + 2, ny + 4],
            [nx + 28, ny + 10],
            [cx * 0.72, cy * 0.5, 's'],
            [cx * 0.76, low - 12],
            [cx * 0.66, low],
            [0, low + 2],
          ),
          material,
          [...rows, fold(material, cx * 0.76, 30, cx * 0.7, low, 20, 0, 0.45)],
        ),
        topStitch(
          symmetric([0, 23], [nx * 0.84, 23], [cx * 0.64, cy * 0.5, 's'], [cx * 0.66, low - 10], [0, low - 6]),
          material,
        ),
        ribbon('M-16 34Q0 14 16 34', 7, shade(material.base, 0.35)),
      ),
    };
  };

/** A soldier's helmet from behind: the cover's seam, its band with the two cat's eyes, and the nape strap. */
export const helmetBehind = (cover: Cloth) =>
  all(
    pair(ribbon('M42 4Q40 34 16 44', 4, shade(cover.base, 0.3))),
    piece(symmetric([0, -76, 's'], [38, -68, 's'], [58, -34, 's'], [58, 2, 's'], [40, 20, 's'], [0, 24, 's']), cover, [
      fold(cover, 52, -56, 46, 14, 22, -4, 0.5),
      crease(cover, -30, -60, -40, 4, 4),
    ]),
    seam('M0 -75V22', cover),
    topStitch(line([-44, 10], [0, 16, 's'], [44, 10]), cover),
    ribbon(line([-59, -16], [0, -2, 's'], [59, -16]), 6, shade(cover.base, 0.45)),
    pair(piece(outline([12, -11], [24, -13], [24, -4], [12, -2]), cloth('#E6E9C8'), [], { width: 1.3 })),
  );
