import { dye } from '../../../core/palette';
import { place } from '../../../core/svg';
import { cloth } from '../../../core/textures';
import { caliper, clipboard } from '../../accessories/carried';
import { legs } from '../../cuts/legs';
import { top } from '../../cuts/top';
import { lay, wear } from '../../figure/wear';
import { goggles } from '../../headwear/hats-hard';
import { bouffant } from '../../headwear/hats-soft';
import { bothSides, buttons, frontEdge } from '../../parts/details';
import { pocket } from '../../parts/pockets';
import type { Tile } from '../../tile';

const white = cloth(dye.white, 'twill');

const labCoat = top({
  cloth: white,
  collar: { kind: 'notch', depth: 100, trim: cloth(dye.cobalt, 'twill') },
  fit: 'boxy',
  hem: 'above-knee',
  sleeve: { to: 1, cuff: 'bound', trim: cloth(dye.cobalt) },
  on: [
    frontEdge(100, -9, false),
    buttons(120, 330, 5, dye.cobalt),
    pocket('patch', 42, 86, 44, 50),
    bothSides(pocket('patch', 50, 232, 58, 70)),
    () => caliper(),
  ],
});

/** A coat for measuring in, alone on its hook, with what it is worn with beside it. */
export const labTechnician: Tile = {
  outfit: {
    build: 'slim',
    pose: 'form',
    head: true,
    layers: [
      legs({ cloth: cloth(dye.slate), hem: 'ankle' }),
      top({ cloth: cloth(dye.sky, 'twill'), collar: { kind: 'shirt' }, hem: 'waist' }),
      labCoat,
      wear(bouffant(cloth('#BCD6E4'))),
      wear(goggles('#BFD9DD', 4)),
      lay(place(clipboard(), -150, 300, 0.86, -8)),
    ],
  },
  shown: { pose: 'hook', layers: [labCoat, lay(place(clipboard(), -150, 250, 0.86, -8))] },
  ground: { color: '#B9C8CC', surface: 'grid', piece: 'collar', at: [430, 650, -8] },
  at: [318, 206, 1.24, -2],
  swatches: [white, cloth(dye.cobalt, 'twill')],
  pinned: [500, 220],
  beside: [place(bouffant(cloth('#BCD6E4')), 512, 652, 1.15, 8), place(goggles('#BFD9DD', 4), 508, 690, 1.15, -6)],
};
