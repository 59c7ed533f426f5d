import { dye } from '../../core/palette';
import { place } from '../../core/svg';
import { cloth } from '../../core/textures';
import { hood, poncho } from '../hoods';
import { ponchoFront, umbrella } from '../school';
import { shoes } from '../shoes';
import type { Tile } from '../tile';

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
