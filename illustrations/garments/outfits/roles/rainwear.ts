import { dye } from '../../../core/palette';
import { place } from '../../../core/svg';
import { cloth } from '../../../core/textures';
import { ponchoFront, umbrella } from '../../accessories/school';
import { shoes } from '../../accessories/shoes';
import { hood, poncho } from '../../headwear/hoods';
import type { Tile } from '../../tile';

/** A school's poncho, hood up, with an umbrella beside it. */
export const rainwear: Tile = {
  outfit: {
    build: 'child',
    pose: 'form',
    head: true,
    layers: [
      hood(cloth(dye.marigold)),
      shoes('gumboot', dye.madder, '#6d2114', 36, 44),
      poncho(cloth(dye.marigold), 282, 150),
      ponchoFront(),
    ],
  },
  shown: { view: 'three-quarter' },
  ground: { color: '#9DB8C4', surface: 'panel', piece: 'front', at: [96, 200, -10] },
  at: [292, 246, 1.2],
  swatches: [cloth(dye.marigold)],
  pinned: [482, 70],
  beside: [place(umbrella(), 536, 556, 0.95, 10)],
};
