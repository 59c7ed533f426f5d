import { colour, dye } from '../../../core/palette';
import { all, place } from '../../../core/svg';
import { cloth } from '../../../core/textures';
import { gloves } from '../../accessories/insignia';
import { wand } from '../../accessories/tools';
import { legBand, legs } from '../../cuts/legs';
import { top } from '../../cuts/top';
import type { Frame } from '../../figure/body';
import { plain, wear } from '../../figure/wear';
import { earDefenders } from '../../headwear/hats-hard';
import { baseballCap } from '../../headwear/hats-soft';
import { braces, hoop, zip } from '../../parts/details';
import { bothArms, rings } from '../../parts/sleeve';
import type { Tile } from '../../tile';

const navy = cloth(dye.navy, 'twill');
const silver = cloth(dye.silver, 'mesh');
const beacon = cloth(dye.beacon, 'mesh');

function wands(frame: Frame) {
  const { behind, before } = bothArms(place(wand(), 196, 262, 1, 10), frame);
  return { front: all(behind, before) };
}

/** Seen from afar on the apron: a vest with bands over the uniform, and a wand in each hand. */
export const groundStaff: Tile = {
  outfit: {
    build: 'broad',
    pose: 'form',
    head: true,
    layers: [
      legs({ cloth: navy, hem: 'ankle', ease: 8, on: [legBand(560, 18, silver, beacon)] }),
      top({
        cloth: navy,
        collar: { kind: 'shirt', trim: cloth(dye.beacon) },
        hem: 'hip',
        sleeve: { to: 1, ease: 4, cuff: 'shirt', on: [rings(silver, [0.62, 0.06])] },
      }),
      top({
        cloth: beacon,
        collar: { kind: 'vee', depth: 60, trim: plain(dye.navy) },
        fit: 'boxy',
        hem: 'hip',
        cutIn: 8,
        inside: [
          hoop(150, 20, silver, cloth(dye.flare)),
          hoop(226, 20, silver, cloth(dye.flare)),
          braces(62, 150, 18, silver, cloth(dye.flare)),
        ],
        on: [zip(60, undefined, colour.steel, dye.navy)],
      }),
      wands,
      gloves(cloth(dye.flare), 1, 0),
      wear(baseballCap(cloth(dye.navy, 'twill'), cloth(dye.navy, 'twill'), dye.beacon)),
      wear(earDefenders(dye.beacon, -74)),
    ],
  },
  shown: { view: 'three-quarter-left' },
  ground: { color: '#59616E', surface: 'grid', piece: 'front', at: [90, 160, -12] },
  at: [300, 262, 1.16],
  swatches: [beacon, navy],
  pinned: [498, 60],
};
