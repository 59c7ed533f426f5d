import { colour } from '../core/palette';
import { stitches } from '../core/props';
import { all, path, place } from '../core/svg';
import { cloth } from '../core/textures';
import { bar, crest } from '../furnishings/bath';
import { ladder } from '../furnishings/close/hems';
import { drape, fabric, soft } from '../furnishings/cloth';
import type { Product } from './product';

const loops = { ...fabric.terry, repeat: 2 };

/** A bath towel over its bar: loops, woven border, loop to hang it by. */
export const bathroomFurnishing: Product = {
  ground: { color: '#C3D0C8', surface: 'grid' },
  draw: () =>
    all(
      place(bar(660), 84, 140),
      drape(
        [
          [150, 186, 668],
          [940, 180, 680],
        ],
        4,
        { ...fabric.terrySage, repeat: 2 },
        { hem: 4, seed: 8 },
      ),
      drape(
        [
          [128, 120, 606],
          [500, 114, 612],
          [860, 106, 620],
        ],
        3,
        loops,
        { hem: 5, seed: 5, width: 2.6 },
      ),
      soft('M110 640H616V772H110Z', cloth('#EDE6D4', 'brocade', '#8A9A7B', undefined, 1.6), { width: 1.8 }),
      place(ladder(500, 20, '#65755A'), 114, 612),
      place(ladder(500, 20, '#65755A'), 112, 784),
      stitches('M112 838H614', '#65755A', 2, '9 6'),
      path('M582 190C640 180 640 260 584 252', { stroke: colour.ink, 'stroke-width': 13 }),
      path('M582 190C640 180 640 260 584 252', { stroke: '#8A9A7B', 'stroke-width': 9 }),
      place(crest('#A63A24'), 360, 430, 2.8),
    ),
  places: [
    [610, 222],
    [520, 420],
    [560, 706],
    [560, 838],
  ],
  cloth: fabric.terry,
  swatches: [fabric.terry, fabric.terrySage],
};
