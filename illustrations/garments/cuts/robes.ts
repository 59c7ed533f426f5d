import { outline } from '../../core/pens/curve';
import { all, pair } from '../../core/svg';
import { type Cloth, cloth } from '../../core/textures';
import type { Layer } from '../figure/layer';
import { crease, fold, piece } from '../figure/piece';

/** The hood of a graduate's gown, lying over both shoulders to a point. */
export const graduationHood =
  (material: Cloth, lining: string): Layer =>
  ({
    body: {
      neck: [nx, ny],
      shoulder: [sx, sy],
    },
  }) => {
    const wing = outline(
      [0, 168],
      [nx * 0.62, 70, 's'],
      [nx - 6, ny - 8],
      [nx + 12, ny - 4, 's'],
      [sx * 0.78, sy - 8, 's'],
      [nx + 26, 90, 's'],
      [8, 214],
    );
    const edge = outline(
      [0, 168],
      [nx * 0.62, 70, 's'],
      [nx - 6, ny - 8],
      [nx + 7, ny - 6],
      [nx * 0.98, 74, 's'],
      [4, 194],
    );
    const half = all(
      piece(wing, material, [
        fold(material, sx * 0.7, sy, 14, 200, 16, 6, 0.4),
        crease(material, nx + 22, 4, 20, 170, 8),
      ]),
      piece(edge, cloth(lining, 'twill'), [], { width: 1.8 }),
    );
    return { front: pair(half) };
  };

/** Ties of a gown that wraps and closes at the side, with their bow at (x, y). */
export const sideBow =
  (material: Cloth, x: number, y: number): Layer =>
  () => ({
    front: all(
      piece(outline([x, y], [x - 26, y - 16, 's'], [x - 30, y + 8, 's']), material, [], { width: 1.8 }),
      piece(outline([x, y], [x + 24, y - 18, 's'], [x + 30, y + 6, 's']), material, [], { width: 1.8 }),
      piece(outline([x - 3, y], [x - 14, y + 48], [x - 4, y + 52], [x + 4, y + 4]), material, [], { width: 1.8 }),
      piece(outline([x - 1, y], [x + 10, y + 42], [x + 20, y + 38], [x + 5, y]), material, [], { width: 1.8 }),
      piece(outline([x - 6, y - 6], [x + 6, y - 6], [x + 6, y + 6], [x - 6, y + 6]), material, [], { width: 1.8 }),
    ),
  });

/** Two bands of cloth that hang from the neck to the hem: the open fronts of a long sleeveless coat. */
export const longVest =
  (material: Cloth, border: Cloth, hem: number): Layer =>
  ({
    body: {
      neck: [nx, ny],
      shoulder: [sx, sy],
      chest: [cx, cy],
      waist: [wx, wy],
      hip: [hx, hy],
    },
  }) => {
    const d = outline(
      [nx - 2, ny - 2],
      [sx - 16, sy - 8],
      [sx - 24, 50, 's'],
      [cx + 5, cy + 6],
      [wx + 13, wy, 's'],
      [hx + 16, hy, 's'],
      [hx + 26, hem],
      [30, hem + 6],
      [24, hy, 's'],
      [22, wy, 's'],
      [nx * 0.9, 60, 's'],
    );
    const trim = outline(
      [nx - 4, ny - 2],
      [nx + 7, ny + 2],
      [nx * 1.18, 60, 's'],
      [34, wy, 's'],
      [37, hy, 's'],
      [44, hem + 4],
      [28, hem + 6],
      [23, hy, 's'],
      [21, wy, 's'],
      [nx * 0.88, 60, 's'],
    );
    const half = all(
      piece(d, material, [
        fold(material, cx, cy, wx * 0.7, wy + 40, 14, -4, 0.4),
        fold(material, wx, wy, hx, hem, 16, 4, 0.4),
        crease(material, wx * 0.8, wy + 6, hx * 0.8, hem, 3, 1.4),
      ]),
      piece(trim, border, [], { width: 1.6 }),
    );
    return { front: pair(half) };
  };
