import { dye } from '../../../core/palette';
import { place } from '../../../core/svg';
import { cloth } from '../../../core/textures';
import { print } from '../../accessories/insignia';
import { shoes } from '../../accessories/shoes';
import { legs, sideStripe } from '../../cuts/legs';
import { top } from '../../cuts/top';
import { baseballCap } from '../../headwear/hats-soft';
import { hoop, yoke } from '../../parts/details';
import { rings } from '../../parts/sleeve';
import type { Tile } from '../../tile';
import { behind } from '../../views/behind';

const navy = cloth(dye.navy, 'twill');

/** The tile of sports. */
export const sportswear: Tile = {
  outfit: {
    build: 'teen',
    pose: 'hanger',
    layers: [
      legs({
        cloth: cloth(dye.navy, 'mesh'),
        hem: 'thigh',
        ease: 9,
        flare: 16,
        fly: false,
        on: [sideStripe(dye.marigold, 12)],
      }),
      top({
        cloth: cloth(dye.marigold, 'mesh'),
        collar: { kind: 'vee', depth: 40, trim: navy },
        fit: 'boxy',
        hem: 'hip',
        sleeve: {
          to: 0.46,
          ease: 5,
          cloth: navy,
          cuff: 'bound',
          trim: cloth(dye.marigold),
          on: [rings(cloth(dye.white), [0.32, 0.04])],
        },
        inside: [hoop(74, 8, cloth(dye.white)), hoop(86, 8, navy)],
        on: [() => print('07', 0, 124, 74, dye.navy, 13), () => print('07', 0, 124, 74, dye.white, 3)],
      }),
      shoes('sock', dye.navy, dye.marigold, 40, 130),
      shoes('trainer', dye.white, dye.madder, 40, 130),
    ],
  },
  shown: {
    view: 'back',
    layers: [
      legs({
        cloth: cloth(dye.navy, 'mesh'),
        hem: 'thigh',
        ease: 9,
        flare: 16,
        fly: false,
        on: [sideStripe(dye.marigold, 12)],
      }),
      behind({
        cloth: cloth(dye.marigold, 'mesh'),
        collar: 'rib',
        trim: navy,
        fit: 'boxy',
        hem: 'hip',
        sleeve: {
          to: 0.46,
          ease: 5,
          cloth: navy,
          cuff: 'bound',
          trim: cloth(dye.marigold),
          on: [rings(cloth(dye.white), [0.32, 0.04])],
        },
        inside: [yoke(26, navy, 4)],
        on: [() => print('NILA', 0, 46, 21, dye.navy, 4.4), () => print('07', 0, 92, 92, dye.navy, 15)],
      }),
      shoes('sock', dye.navy, dye.marigold, 40, 130),
      shoes('trainer', dye.white, dye.madder, 40, 130),
    ],
  },
  ground: { color: '#2B3F76', surface: 'panel', piece: 'front', at: [70, 600, -12] },
  at: [300, 160, 1.26],
  swatches: [cloth(dye.marigold, 'mesh'), cloth(dye.navy, 'mesh')],
  pinned: [496, 74],
  beside: [place(baseballCap(cloth(dye.navy, 'twill'), cloth(dye.marigold)), 106, 206, 1.1, -8)],
};
