import { colour } from '../core/palette';
import { outline } from '../core/pens/curve';
import { rail, stitches } from '../core/props';
import { all, el, path, place } from '../core/svg';
import { drape, fabric, plumpLight, soft } from '../furnishings/cloth';
import type { Product } from './product';

const cloth = fabric.madder;
const pleats = [190, 320, 450, 580];

/** One pinch: three folds gathered at (0, 0) that open upwards, and the ring above. */
const pinch = () =>
  all(
    el('circle', { cy: -196, r: 25, stroke: colour.ink, 'stroke-width': 13 }),
    el('circle', { cy: -196, r: 25, stroke: colour.brass, 'stroke-width': 8 }),
    path('M0 -170V-140Q14 -128 8 -112', { stroke: colour.ink, 'stroke-width': 5 }),
    ...[-1, 1, 0].map((k) =>
      soft(
        outline(
          [k * 12 - 5, 0],
          [k * 44 - 26, -80, 's'],
          [k * 40 - 20, -140, 's'],
          [k * 38 + 20, -140, 's'],
          [k * 44 + 26, -80, 's'],
          [k * 12 + 5, 0],
        ),
        cloth,
        { light: plumpLight, width: 2.2 },
      ),
    ),
    path('M-20 2H20', { stroke: '#E2A72E', 'stroke-width': 5 }),
    path('M-20 2H20', { stroke: colour.ink, 'stroke-width': 1.4, 'stroke-dasharray': '3 3' }),
  );

/** The head of a pinch-pleated curtain on its pole. */
export const curtains: Product = {
  ground: { color: '#DCD2BC', surface: 'panel' },
  draw: () =>
    all(
      place(rail(640), 96, 152),
      drape(
        [
          [208, 118, 652],
          [350, 128, 644],
          [700, 104, 668],
          [1046, 92, 682],
        ],
        8,
        cloth,
        { hem: 12, seed: 5, width: 2.6, border: [64, '#7C2618'] },
      ),
      ...pleats.map((x) => place(pinch(), x, 350)),
      stitches('M100 974H676', '#E2A72E', 2, '9 6'),
    ),
  places: [
    [560, 220],
    [430, 300],
    [560, 560],
    [480, 974],
  ],
  cloth,
  swatches: [cloth, fabric.sheer],
};
