import { dye } from '../../../core/palette';
import { cloth } from '../../../core/textures';
import { radio } from '../../accessories/belts';
import { print } from '../../accessories/insignia';
import { top } from '../../cuts/top';
import { lay } from '../../figure/wear';
import { braces, hoop, placket, zip } from '../../parts/details';
import type { Tile } from '../../tile';
import { behind } from '../../views/behind';

const silver = cloth(dye.silver, 'mesh');
const flare = cloth(dye.flare, 'mesh');
const beacon = cloth(dye.beacon, 'mesh');

/** The tile of warehouse. */
export const warehouse: Tile = {
  outfit: {
    build: 'broad',
    pose: 'hanger',
    layers: [
      top({
        cloth: cloth(dye.charcoal, 'mesh'),
        collar: { kind: 'polo', trim: cloth(dye.flare) },
        hem: 'hip',
        sleeve: { to: 0.42, ease: 4, cuff: 'rib', trim: cloth(dye.flare) },
        on: [placket(12, 86, 15)],
      }),
      top({
        cloth: flare,
        collar: { kind: 'vee', depth: 84, trim: cloth(dye.beacon) },
        fit: 'boxy',
        hem: 'seat',
        cutIn: 10,
        inside: [braces(58, 190, 19, silver, beacon), hoop(190, 19, silver, beacon), hoop(262, 19, silver, beacon)],
        on: [zip(86, undefined)],
      }),
      lay(radio(62, 96)),
    ],
  },
  shown: {
    view: 'back',
    layers: [
      behind({
        cloth: cloth(dye.charcoal, 'mesh'),
        collar: 'fall',
        trim: cloth(dye.flare),
        hem: 'hip',
        sleeve: { to: 0.42, ease: 4, cuff: 'rib', trim: cloth(dye.flare) },
      }),
      behind({
        cloth: flare,
        collar: 'none',
        fit: 'boxy',
        hem: 'seat',
        cutIn: 10,
        inside: [braces(58, 190, 19, silver, beacon), hoop(190, 19, silver, beacon), hoop(262, 19, silver, beacon)],
        on: [() => print('LOADING', 0, 92, 15, dye.charcoal, 3.4), () => print('BAY 4', 0, 124, 24, dye.charcoal, 5)],
      }),
    ],
  },
  ground: { color: '#CBBE9F', surface: 'kraft', piece: 'front', at: [110, 610, -10] },
  at: [300, 196, 1.5],
  swatches: [flare, silver],
  pinned: [484, 64],
};
