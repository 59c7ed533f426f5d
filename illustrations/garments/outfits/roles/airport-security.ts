import { colour, dye } from '../../../core/palette';
import { path, place } from '../../../core/svg';
import { cloth } from '../../../core/textures';
import { belt, radio } from '../../accessories/belts';
import { epaulettes, namePlate, print, sleevePatch } from '../../accessories/insignia';
import { tie, whistleCord } from '../../accessories/neckwear';
import { legs } from '../../cuts/legs';
import { top } from '../../cuts/top';
import { lay, wear } from '../../figure/wear';
import { beret } from '../../headwear/hats-soft';
import { yoke } from '../../parts/details';
import { pocket } from '../../parts/pockets';
import type { rings } from '../../parts/sleeve';
import type { Tile } from '../../tile';
import { behind } from '../../views/behind';

function elbow(arm: Parameters<ReturnType<typeof rings>>[0]) {
  const [x, y] = arm.at(0.52, 0.1);
  return path(`M${x - 16} ${y - 26}q18 -8 26 4q4 30 -2 50q-16 8 -26 -2z`, {
    fill: '#333E55',
    stroke: colour.ink,
    'stroke-width': 1.6,
  });
}

/** The tile of airport security. */
export const airportSecurity: Tile = {
  outfit: {
    build: 'broad',
    pose: 'form',
    head: true,
    layers: [
      legs({ cloth: cloth('#3C4454', 'twill'), hem: 'ankle', ease: 5 }),
      top({ cloth: cloth('#B9C6CF', 'twill'), collar: { kind: 'shirt' }, hem: 'waist' }),
      tie(cloth('#2B3140', 'twill'), 130),
      top({
        cloth: cloth('#3E4A63', 'cable'),
        collar: { kind: 'vee', depth: 64, trim: cloth('#333E55') },
        fit: 'regular',
        hem: 'belt',
        hemShape: 'rib',
        sleeve: { to: 1, ease: 3, cuff: 'rib', on: [elbow] },
        inside: [yoke(34, cloth('#333E55', 'twill'), 4)],
        on: [
          pocket('flap', 48, 88, 44, 40, cloth('#333E55', 'twill')),
          () => namePlate(-46, 88),
          () => print('SECURITY', -46, 106, 9, '#E4E6EA', 2),
        ],
      }),
      belt('#26262A', { drop: 34, ease: 20, height: 22, buckle: colour.steel }),
      epaulettes(cloth('#333E55', 'twill'), { bars: 2 }),
      sleevePatch(dye.madder, dye.marigold),
      whistleCord(dye.white),
      lay(radio(-92, 236)),
      wear(beret(cloth(dye.maroon), colour.steel)),
    ],
  },
  shown: {
    view: 'back',
    head: false,
    layers: [
      legs({ cloth: cloth('#3C4454', 'twill'), hem: 'ankle', ease: 5, fly: false }),
      behind({ cloth: cloth('#B9C6CF', 'twill'), collar: 'fall', hem: 'waist' }),
      behind({
        cloth: cloth('#3E4A63', 'cable'),
        collar: 'rib',
        trim: cloth('#333E55'),
        fit: 'regular',
        hem: 'belt',
        hemShape: 'rib',
        sleeve: { to: 1, ease: 3, cuff: 'rib', on: [elbow] },
        inside: [yoke(44, cloth('#333E55', 'twill'), 4)],
        on: [() => print('SECURITY', 0, 78, 20, '#E4E6EA', 4)],
      }),
      belt('#26262A', { drop: 34, ease: 20, height: 22, buckle: '#26262A' }),
      epaulettes(cloth('#333E55', 'twill'), { bars: 2 }),
      sleevePatch(dye.madder, dye.marigold),
      lay(radio(76, 236)),
    ],
  },
  ground: { color: '#D3D4CC', surface: 'panel', piece: 'leg', at: [500, 600, 12] },
  at: [300, 206, 1.44],
  swatches: [cloth('#3E4A63', 'cable'), cloth(dye.maroon)],
  pinned: [498, 62],
  beside: [place(beret(cloth(dye.maroon), colour.steel), 112, 136, 1.1, -8)],
};
