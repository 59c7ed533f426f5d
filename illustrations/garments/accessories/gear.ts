import { colour, shade } from '../../core/palette';
import { outline, symmetric } from '../../core/pens/curve';
import { all, path } from '../../core/svg';
import type { Cloth } from '../../core/textures';
import type { Layer } from '../figure/layer';
import { fold, piece, topStitch } from '../figure/piece';

/** A plate carrier with pouches, over a combat shirt. */
export const plateCarrier =
  (material: Cloth, pouches: 'ammo' | 'radio' = 'ammo'): Layer =>
  ({
    body: {
      neck: [nx],
      chest: [cx, cy],
      waist: [wx, wy],
    },
  }) => {
    const low = wy + 20;
    const pouch = (x: number, y: number, w: number, h: number) =>
      all(
        piece(
          outline(
            [x - w, y],
            [x + w, y],
            [x + w, y + h - 5],
            [x + w - 5, y + h],
            [x - w + 5, y + h],
            [x - w, y + h - 5],
          ),
          material,
          [fold(material, x + w, y + 8, x + w, y + h, 8, 0, 0.45)],
          { width: 1.8 },
        ),
        piece(
          outline(
            [x - w - 2, y - 4],
            [x + w + 2, y - 4],
            [x + w + 1, y + 15, 's'],
            [x, y + 19, 's'],
            [x - w - 1, y + 15, 's'],
          ),
          material,
          [],
          { width: 1.8 },
        ),
        path(`M${x - 4} ${y + 12}h8`, { stroke: shade(material.base, 0.7), 'stroke-width': 3 }),
      );
    const molle = [0, 1, 2].map((i) =>
      path(`M${-cx * 0.58} ${cy * 0.42 + i * 15}H${cx * 0.58}`, {
        stroke: shade(material.base, 0.5),
        'stroke-width': 7,
        'stroke-dasharray': '13 2.4',
        'stroke-linecap': 'butt',
      }),
    );
    const vest = symmetric(
      [0, 30, 's'],
      [nx * 0.6, 22, 's'],
      [nx - 2, 4],
      [nx - 4, -26],
      [nx + 26, -16],
      [nx + 30, 24, 's'],
      [cx * 0.72, cy * 0.64, 's'],
      [cx + 8, cy + 18],
      [wx + 17, low - 8],
      [wx + 6, low + 4],
      [0, low + 8],
    );
    return {
      front: all(
        piece(vest, material, [...molle, fold(material, cx, cy, wx, low, 22, 4, 0.5)]),
        topStitch(
          symmetric(
            [0, 38, 's'],
            [nx * 0.66, 29, 's'],
            [nx + 4, 8],
            [nx + 20, -12],
            [nx + 23, 26, 's'],
            [cx * 0.66, cy * 0.7, 's'],
            [cx, cy + 24],
            [wx + 9, low - 8],
            [0, low],
          ),
          material,
        ),
        pouches === 'ammo'
          ? all(
              pouch(-56, wy - 52, 19, 62),
              pouch(-17, wy - 50, 18, 62),
              pouch(22, wy - 50, 18, 62),
              pouch(60, wy - 52, 18, 62),
            )
          : all(pouch(-50, wy - 46, 24, 58), pouch(2, wy - 44, 24, 58), pouch(54, wy - 46, 24, 58)),
      ),
    };
  };

/** A towel folded over the viewer's left shoulder. */
export const shoulderTowel =
  (material: Cloth, stripe: string, end = 190): Layer =>
  ({
    body: {
      neck: [nx, ny],
      shoulder: [sx, sy],
    },
  }) => {
    const d = outline(
      [-sx + 10, sy - 8],
      [-(nx + sx) / 2, ny + 4, 's'],
      [-nx - 8, ny + 2],
      [-nx - 2, end - 6],
      [-nx * 0.4 - sx * 0.6, end, 's'],
      [-sx + 6, end - 8],
    );
    return {
      front: all(
        piece(d, { ...material, weave: 'terry' }, [
          path(`M${-sx - 4} ${end - 46}H${-nx + 10}M${-sx - 4} ${end - 34}H${-nx + 10}`, {
            stroke: stripe,
            'stroke-width': 6,
          }),
          fold(material, -nx - 10, ny + 10, -nx - 10, end, 10, 0, 0.4),
        ]),
        path(Array.from({ length: 9 }, (_, i) => `M${-sx + 10 + i * ((sx - nx - 14) / 8)} ${end - 4}v9`).join(''), {
          stroke: colour.ink,
          'stroke-width': 1.6,
        }),
      ),
    };
  };
