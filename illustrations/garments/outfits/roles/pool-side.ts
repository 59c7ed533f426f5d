import { colour, dye } from '../../../core/palette';
import { path, place } from '../../../core/svg';
import { cloth } from '../../../core/textures';
import { rescueTube } from '../../accessories/carried';
import { print } from '../../accessories/insignia';
import { whistle } from '../../accessories/tools';
import { legs, sideStripe } from '../../cuts/legs';
import { top } from '../../cuts/top';
import { lay, plain } from '../../figure/wear';
import { visor } from '../../headwear/hats-soft';
import { hoop } from '../../parts/details';
import type { Tile } from '../../tile';
import { behind } from '../../views/behind';

const white = cloth(dye.white, 'twill');

const guardShorts = () =>
  legs({
    cloth: cloth(dye.scarlet, 'twill'),
    hem: 'above-knee',
    ease: 9,
    flare: 14,
    fly: false,
    on: [sideStripe(dye.white, 9)],
  });

/** The tile of pool side. */
export const poolSide: Tile = {
  outfit: {
    build: 'broad',
    pose: 'hanger',
    layers: [
      guardShorts(),
      top({
        cloth: cloth(dye.marigold, 'mesh'),
        collar: { kind: 'tank', depth: 64, trim: plain(dye.scarlet) },
        fit: 'regular',
        hem: 'hip',
        cutIn: 32,
        inside: [hoop(196, 26, plain(dye.scarlet))],
        on: [
          () =>
            path('M-11 108H11V122H26V143H11V158H-11V143H-26V122H-11Z', {
              fill: dye.white,
              stroke: colour.ink,
              'stroke-width': 2.4,
            }),
          () => print('GUARD', 0, 174, 15, dye.scarlet, 3),
        ],
      }),
      lay(whistle(dye.scarlet), 0, 0),
    ],
  },
  shown: {
    view: 'back',
    layers: [
      guardShorts(),
      behind({
        cloth: cloth(dye.marigold, 'mesh'),
        collar: 'rib',
        trim: plain(dye.scarlet),
        hem: 'hip',
        cutIn: 32,
        inside: [hoop(196, 26, plain(dye.scarlet))],
        on: [() => print('GUARD', 0, 92, 25, dye.scarlet, 5.4)],
      }),
    ],
  },
  ground: { color: '#79B4C0', surface: 'panel', piece: 'leg', at: [96, 580, -12] },
  at: [290, 158, 1.24],
  swatches: [cloth(dye.marigold, 'mesh'), cloth(dye.scarlet, 'twill')],
  pinned: [62, 74],
  beside: [
    place(rescueTube(dye.scarlet), 520, 520, 1.25, 10),
    place(visor(white, plain(dye.scarlet)), 512, 150, 1.15, 8),
  ],
};
