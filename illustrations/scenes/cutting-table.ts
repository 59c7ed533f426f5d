import { colour, dye, shade } from '../core/palette';
import { outline } from '../core/pens/curve';
import { lettering } from '../core/pens/lettering';
import { pin, solid } from '../core/props';
import { all, path, place, type SvgNode } from '../core/svg';
import { cloth } from '../core/textures';
import { fabric, soft } from '../furnishings/cloth';
import { sunlight, vignette } from '../furnishings/rooms';
import { pendant } from '../furnishings/things';
import { bolt } from './props/bolt';
import { boltEnds, chalked, paperWall, piece, pinned, shaft } from './props/studio';
import { chalk, frenchCurve, lying, pinCushion, ruler, shears, snakeTape, spool } from './props/tools';

const ink = colour.ink;

/** The cutting table seen from its long side: cloth, pattern pieces, shears, tape, chalk, bolts. */
export function cuttingTable(): SvgNode {
  const top = 'M0 470L1600 420V1000H0Z';
  return all(
    paperWall(1600, 480, '#DCE0D0'),
    sunlight(120, 40, 120, 160, 0.3),
    place(solid('M0 0H700V16H0Z', colour.wood, 2.2), 860, 150),
    place(
      boltEnds(
        [
          fabric.indigo,
          fabric.madder,
          fabric.oat,
          fabric.deepSage,
          fabric.stripe,
          fabric.clay,
          fabric.sage,
          fabric.brocade,
          cloth(dye.navy),
          cloth(dye.sky),
          cloth(dye.plum),
          fabric.linen,
        ].map(({ base }) => ({ base })),
        36,
        9,
      ),
      880,
      150,
    ),
    ...(
      [
        ['back', 940, 300, 2],
        ['sleeve', 1160, 306, -3],
        ['front', 1390, 296, 1],
      ] as const
    ).map(([kind, x, y, turn]) => place(pinned(piece(kind)), x, y, 0.86, turn)),
    place(pendant(120, 64, '#22305F'), 640, 0),
    place(pendant(90, 54, '#22305F'), 240, 0),
    path(top, { fill: '#B98A57' }),
    path(top, { fill: '#fff', opacity: 0.1 }),
    path('M0 540L1600 486M0 640L1600 590M0 770L1600 730M0 920L1600 890', {
      stroke: shade('#B98A57', 0.4),
      'stroke-width': 1.6,
      opacity: 0.5,
    }),
    path('M0 470L1600 420', { stroke: ink, 'stroke-width': 3 }),
    shaft('M180 464L560 452L900 1000H360Z', 0.22),
    shaft('M640 450L760 446L1180 1000H1010Z', 0.18),
    soft(
      outline(
        [560, 560],
        [1130, 500, 's'],
        [1600, 486],
        [1600, 930],
        [1200, 960, 's'],
        [860, 1000],
        [600, 1000],
        [520, 800, 's'],
      ),
      cloth('#2C3D74', 'twill', undefined, undefined, 1.4),
      {
        width: 3,
        folds: [
          [560, 600, 620, 980, 26, 18],
          [640, 560, 900, 530, 14, 8],
          [1400, 500, 1590, 560, 18, -10],
          [700, 980, 1000, 950, 14, -8],
        ],
      },
    ),
    chalked(
      'M980 560L1230 534C1220 590 1260 610 1300 640L1420 880L1010 930ZM1340 540L1580 520V780L1440 800C1440 700 1380 620 1340 540Z',
    ),
    lettering('CUT 24', 1120, 880, 16, { stroke: '#F6EFDF', 'stroke-width': 2.2 }),
    lying(piece('front'), 800, 690, 1.5, -8),
    lying(piece('sleeve'), 1130, 730, 1.35, 12),
    lying(piece('collar'), 1380, 640, 1.2, -4),
    ...[
      [742, 610],
      [872, 760],
      [1090, 650],
      [1190, 800],
      [1320, 624],
    ].map(([x = 0, y = 0], i) => place(pin(['#A63A24', '#E2A72E', '#F4EDDF'][i % 3]), x, y, 1.1)),
    place(shears(15, colour.steel, '#A63A24'), 1400, 800, 1.02, -64),
    place(bolt(330, 52, cloth(dye.madder, 'twill'), 70), 60, 570),
    place(bolt(300, 46, fabric.oat), 110, 488),
    place(
      snakeTape(
        [
          [-20, 960],
          [160, 860, 's'],
          [300, 930, 's'],
          [440, 820, 's'],
          [600, 850, 's'],
          [660, 960, 's'],
          [800, 980],
        ],
        34,
      ),
      0,
      0,
    ),
    place(pinCushion(), 450, 700, 1.05),
    place(lying(ruler(420), 0, 0, 1.1, -6), 150, 740),
    place(lying(frenchCurve('#CFEAEA'), 0, 0, 1.2, 8), 1330, 925),
    place(chalk('#FBF6EA'), 940, 900, 1.3, 12),
    place(chalk('#E9A08D'), 1010, 935, 1.2, -20),
    place(spool('#8A9A7B', 1.4), 480, 520),
    place(spool('#E2A72E', 1.3), 548, 522),
    vignette(1600, 1000, '#2A1E10', 0.36),
  );
}
