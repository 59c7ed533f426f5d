import { colour, dye } from '../../../core/palette';
import { all, el, path, place } from '../../../core/svg';
import { cloth } from '../../../core/textures';
import { rope } from '../../accessories/carried';
import { top } from '../../cuts/top';
import { lay } from '../../figure/wear';
import { sailorCap } from '../../headwear/hats-soft';
import type { Tile } from '../../tile';
import { behind } from '../../views/behind';
import { sailorCollarBehind } from '../../views/caps-behind';

const white = cloth(dye.white, 'twill');
const navy = cloth(dye.navy, 'twill');

function sailorKnot() {
  return all(
    path('M0 82C-14 104 -22 128 -20 150L-4 134L2 96L8 136L24 148C24 124 14 102 2 82Z', {
      fill: dye.madder,
      stroke: colour.ink,
      'stroke-width': 2,
    }),
    el('rect', { x: -9, y: 76, width: 18, height: 18, rx: 5, fill: dye.madder, stroke: colour.ink, 'stroke-width': 2 }),
  );
}

/** Shown from behind, where a sailor's collar is a square. */
export const boatCrew: Tile = {
  outfit: {
    build: 'slim',
    pose: 'flat',
    layers: [
      top({
        cloth: cloth(dye.white, 'breton', dye.indigo, undefined, 1),
        collar: { kind: 'crew', depth: 10 },
        hem: 'waist',
      }),
      top({
        cloth: cloth(dye.white, 'breton', dye.indigo, undefined, 1),
        collar: { kind: 'sailor', trim: cloth(dye.navy, 'twill') },
        fit: 'boxy',
        hem: 'hip',
        sleeve: { to: 0.94, cuff: 'turned', trim: navy },
        on: [() => sailorKnot()],
      }),
    ],
  },
  shown: {
    view: 'back',
    layers: [
      behind({
        cloth: cloth(dye.white, 'breton', dye.indigo, undefined, 1),
        collar: 'none',
        fit: 'boxy',
        hem: 'hip',
        sleeve: { to: 0.94, cuff: 'turned', trim: navy },
      }),
      lay(sailorCollarBehind(cloth(dye.navy, 'twill'), dye.white)),
    ],
  },
  ground: { color: '#A9C2CB', surface: 'cloth', piece: 'front', at: [92, 220, -14] },
  at: [284, 232, 1.2, -9],
  swatches: [cloth(dye.white, 'breton', dye.indigo), navy],
  pinned: [500, 64],
  beside: [place(sailorCap(white, navy), 104, 150, 1.15, -8), place(rope(dye.oat), 474, 652, 0.86, -62)],
};
