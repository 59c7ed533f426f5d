import { colour } from '../../core/palette';
import { line, outline, symmetric } from '../../core/pens/curve';
import { all, path } from '../../core/svg';
import type { Cloth } from '../../core/textures';
import type { Layer } from '../figure/layer';
import { crease, fold, piece, ribbon } from '../figure/piece';

const edging = (d: string, border: Cloth, width: number) =>
  all(
    ribbon(d, width, border.base),
    path(d, {
      stroke: border.second ?? colour.marigold,
      'stroke-width': width * 0.36,
      'stroke-dasharray': '3 3',
      'stroke-linecap': 'butt',
    }),
  );

/** A saree draped in the Nivi way: pleats at the front, the pallu pinned over the viewer's right shoulder. */
export const saree =
  (material: Cloth, border: Cloth): Layer =>
  ({
    body: {
      neck: [nx, ny],
      shoulder: [sx, sy],
      chest: [cx, cy],
      waist: [wx, wy],
      hip: [hx, hy],
      ankle,
    },
  }) => {
    const hem = ankle + 6;
    const low = hx + 18;
    const pleats = [-22, -12, -2, 8, 18].flatMap((x, i) => [
      fold(material, x + 3, wy + 34, x * 1.9 + 6, hem, 9, x * 0.1, 0.5),
      crease(material, x, wy + 30, x * 1.9 + i - 4, hem + 2, x * 0.15, 2),
    ]);
    const skirt = piece(
      symmetric(
        [0, wy + 14],
        [wx + 5, wy + 10],
        [hx + 9, hy, 's'],
        [low, hem - 40, 's'],
        [low + 6, hem - 8],
        [low * 0.5, hem + 2, 's'],
        [0, hem + 6, 's'],
      ),
      material,
      [
        ...pleats,
        fold(material, hx, hy - 20, low * 0.7, hem, 26, 8, 0.4),
        crease(material, hx * 0.8, hy - 30, low * 0.62, hem, 8, 1.4),
        crease(material, -hx * 0.8, hy - 20, -low * 0.5, hem - 20, -8, 1.4),
        fold(material, -hx, hy, -low * 0.5, hem, 16, -6, 0.35),
        edging(line([-low - 10, hem - 20], [0, hem - 8, 's'], [low + 10, hem - 20]), border, 15),
        crease(material, wx, wy + 24, -wx * 0.3, wy + 60, 8, 1.6),
        crease(material, wx + 6, wy + 50, -wx * 0.2, wy + 90, 8, 1.6),
      ],
    );
    const drape = outline(
      [nx + 2, ny - 4],
      [sx - 22, sy - 16, 's'],
      [sx - 6, sy + 14],
      [cx - 4, cy * 0.7, 's'],
      [wx * 0.3, wy * 0.76, 's'],
      [-wx - 5, wy + 26],
      [-wx - 8, wy - 26, 's'],
      [-cx + 8, cy + 10],
      [-cx * 0.4, cy * 0.62, 's'],
      [nx * 0.4, 20, 's'],
    );
    const folds = [0.16, 0.38, 0.6, 0.82].flatMap((k) => {
      const x1 = nx + (sx - nx - 14) * k;
      const y2 = cy + 6 + (wy + 14 - cy) * k;
      return [
        fold(material, x1 + 4, sy - 10, -cx + 4, y2 + 5, 9, -14, 0.4),
        crease(material, x1, sy - 12, -cx + 2, y2, -14, 1.8),
      ];
    });
    const pallu = outline(
      [sx - 40, sy - 10],
      [sx - 6, sy + 8, 's'],
      [sx + 20, 110, 's'],
      [sx + 30, 250, 's'],
      [sx + 26, 372],
      [sx - 26, 378],
      [sx - 26, 250, 's'],
      [sx - 24, 110, 's'],
    );
    const tail = piece(pallu, material, [
      fold(material, sx - 6, 30, sx + 10, 372, 12, -4, 0.45),
      crease(material, sx - 18, 40, sx - 12, 340, -3, 1.7),
      crease(material, sx + 6, 40, sx + 18, 340, -3, 1.7),
      ...[318, 338, 360].map((y) => edging(`M${sx - 40} ${y + 4}H${sx + 40}`, border, y === 338 ? 11 : 6)),
    ]);
    return {
      back: tail,
      front: all(
        skirt,
        edging(line([wx + 6, wy + 16], [0, wy + 24, 's'], [-wx - 6, wy + 18]), border, 5),
        piece(drape, material, folds),
        edging(line([nx + 4, ny - 2], [nx * 0.5, 22, 's'], [-cx * 0.4, cy * 0.64, 's'], [-cx + 8, cy + 10]), border, 9),
        edging(
          line([sx - 8, sy + 12], [cx - 6, cy * 0.7, 's'], [wx * 0.3, wy * 0.77, 's'], [-wx - 4, wy + 25]),
          border,
          9,
        ),
        path(`M${nx + 20} -8l10 3`, { stroke: colour.brass, 'stroke-width': 4 }),
      ),
    };
  };
