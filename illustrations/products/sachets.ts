import { outline, symmetric } from '../core/pens/curve';
import { labelTag, stitches } from '../core/props';
import { all, place } from '../core/svg';
import { crest } from '../furnishings/bath';
import { cord } from '../furnishings/close/hems';
import { fabric, plumpLight, soft } from '../furnishings/cloth';
import type { Product } from './product';

const string = '#A63A24';

/** A drawstring sachet in close view, its pattern behind it. */
export const sachets: Product = {
  ground: { color: '#CBD3BE', surface: 'cloth', piece: 'front', at: [220, 300, -8, 1.4] },
  draw: () =>
    all(
      place(
        all(
          soft(
            outline(
              [-150, 0],
              [-232, -190, 's'],
              [-150, -168, 's'],
              [-70, -214, 's'],
              [0, -170, 's'],
              [76, -214, 's'],
              [150, -168, 's'],
              [232, -186, 's'],
              [150, 0],
            ),
            fabric.linen,
            {
              width: 2.6,
              folds: [
                [-110, -8, -150, -150, 14, 6],
                [-40, -8, -52, -160, 12, 4],
                [40, -8, 52, -160, 12, -4],
                [110, -8, 150, -150, 14, -6],
              ],
            },
          ),
          soft(
            symmetric([0, 0], [150, -6], [172, 30], [262, 150, 's'], [276, 420, 's'], [220, 520, 's'], [0, 540]),
            { ...fabric.linen, repeat: 2 },
            {
              light: plumpLight,
              width: 2.6,
              folds: [
                [-110, 20, -190, 220, 20, 12],
                [-30, 20, -50, 200, 14, 6],
                [50, 20, 80, 180, 14, -6],
                [120, 20, 200, 240, 20, -12],
                [210, 420, 120, 510, 16, -8],
              ],
            },
          ),
          stitches('M-212 -164Q-150 -146 -72 -190Q0 -148 76 -190Q150 -146 212 -162', '#65755A', 2.2, '9 6'),
          cord('M-156 -2Q0 34 156 -2', string, 13),
          cord('M14 14C-130 -90 -170 60 10 18C180 -90 210 70 14 14', string, 10),
          cord('M6 20C-30 90 -60 150 -96 196', string, 10),
          cord('M22 20C60 90 84 140 100 206', string, 10),
          place(crest(string), 0, 330, 3.2),
        ),
        390,
        440,
      ),
      place(labelTag('VETIVER', 'ONE SEASON'), 196, 960, 1.9, -6),
    ),
  places: [
    [540, 270],
    [480, 444],
    [420, 720],
    [600, 940],
  ],
  cloth: fabric.linen,
  swatches: [fabric.linen, fabric.sprig],
};
