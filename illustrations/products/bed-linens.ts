import { all, place } from '../core/svg';
import { crest } from '../furnishings/bath';
import { mitredSheet } from '../furnishings/close/hems';
import { fabric } from '../furnishings/cloth';
import type { Product } from './product';

/** Three sheets by their mitred corners, the hem's woven line naming the size. */
export const bedLinens: Product = {
  ground: { color: '#BFC9B2', surface: 'cloth' },
  draw: () =>
    all(
      place(mitredSheet(600, 560, fabric.oat, { code: '#A63A24' }), 716, 960, 1, 6),
      place(mitredSheet(600, 620, fabric.sage, { thread: '#F6F0E2', code: '#F6F0E2' }), 672, 850, 1, -2),
      place(mitredSheet(580, 640, fabric.white, { code: '#22305F' }), 620, 740, 1, -9),
      place(crest('#65755A'), 330, 380, 2, -9),
    ),
  places: [
    [506, 470],
    [560, 690],
    [470, 745],
    [660, 760],
  ],
  cloth: fabric.white,
  swatches: [fabric.white, fabric.sage],
};
