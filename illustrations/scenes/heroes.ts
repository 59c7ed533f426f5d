import { outline } from '../core/curve';
import { lettering } from '../core/lettering';
import { colour, dye, shade } from '../core/palette';
import { labelTag, pin, solid, swatch } from '../core/props';
import { all, el, group, path, place, type SvgNode } from '../core/svg';
import { cloth } from '../core/textures';
import { roll } from '../furnishings/bath';
import { pillow } from '../furnishings/bedding';
import { fabric, soft } from '../furnishings/cloth';
import { floor, skirting, sunlight, vignette } from '../furnishings/rooms';
import { bench } from '../furnishings/seating';
import { pendant, plant, vase } from '../furnishings/things';
import { curtain, pole } from '../furnishings/windows';
import { bolt } from './props/bolt';
import { hungRow } from './props/hung';
import { mirror } from './props/machines';
import { outfit } from './props/outfit';
import {
  boltEnds,
  carton,
  chalked,
  cupboard,
  paperWall,
  piece,
  pinned,
  railStand,
  shaft,
  stacksOn,
} from './props/studio';
import { chalk, frenchCurve, lying, pinCushion, ruler, shears, snakeTape, spool } from './props/tools';

const ink = colour.ink;

/** A rail of uniforms in morning light; the left third is calm wall. */
export const railOfUniforms = (): SvgNode =>
  all(
    paperWall(1600, 800, '#EFE4CC'),
    floor(1600, 800, 1000, '#B98F5E'),
    skirting(1600, 800, '#E4D6B8', 30),
    sunlight(40, 70, 150, 250, 0.35),
    sunlight(980, 40, 110, 170, 0.35),
    shaft('M0 640L520 800L760 1000H180Z', 0.25),
    ...(
      [
        ['front', 690, 150, -2],
        ['sleeve', 930, 140, 3],
        ['back', 1180, 146, -1],
        ['collar', 1430, 110, 2],
      ] as const
    ).map(([kind, x, y, turn]) =>
      group({ opacity: 0.75 }, place(pinned(piece(kind), kind === 'collar' ? 2 : 92), x, y, 0.8, turn)),
    ),
    place(railStand(1000, 610), 540, 896),
    el('ellipse', { cx: 1030, cy: 905, rx: 560, ry: 34, fill: ink, opacity: 0.14 }),
    place(hungRow(10, 76, 0, 1.16), 624, 286),
    place(carton(150, 92, 'SET 12', '#CDB385'), 610, 832),
    place(carton(120, 70, 'SIZE 40', '#D9C3A0'), 780, 832),
    ...[
      ['#2A2A2D', 960],
      ['#9C6638', 1080],
      ['#2A2A2D', 1200],
      ['#FBF8F1', 1320],
    ].map(([color, x]) => place(shoes(String(color)), Number(x), 832)),
    place(outfit('aviation-pilots'), 1446, 400, 0.74),
    vignette(1600, 1000, '#3A2A12', 0.34),
  );

/** A pair of shoes from the side, heel left, on a board at y = 0. */
function shoes(color: string): SvgNode {
  const one = soft(
    outline([-40, 0], [-42, -30, 's'], [-20, -36, 's'], [-2, -26, 's'], [28, -20, 's'], [44, -6, 's'], [44, 0]),
    { base: color },
    { width: 2 },
  );
  return all(place(one, 14, -4), one, path('M-42 0H44v6H-42z', { fill: ink }));
}

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

/** The linen shelf beside the fitting room, in linen and sage. */
export const linenAndFitting = (): SvgNode =>
  all(
    paperWall(1600, 810, '#DDE1D3'),
    floor(1600, 810, 1000, '#C3A67A'),
    skirting(1600, 810, '#DDE1D3', 30),
    sunlight(60, 110, 140, 230, 0.4),
    shaft('M60 660L470 810L700 1000H260Z', 0.26),
    place(cupboard(480, 700, [150, 280, 410, 550], '#A9814F', '#CBBE9F'), 1080, 850),
    place(
      stacksOn([
        [130, 24, fabric.white, fabric.white, fabric.white, fabric.white],
        [130, 24, fabric.sage, fabric.sage, fabric.sage],
        [130, 24, fabric.linen, fabric.white, fabric.linen, fabric.white],
      ]),
      1110,
      300,
    ),
    place(
      stacksOn([
        [200, 26, fabric.terry, fabric.terrySage, fabric.terry, fabric.terry],
        [190, 26, fabric.stripe, fabric.white, fabric.stripe],
      ]),
      1112,
      440,
    ),
    place(
      all(
        ...[0, 1, 2, 3].map((i) =>
          place(
            roll(34, [fabric.terry, fabric.terrySage, fabric.terryClay, fabric.terry][i] ?? fabric.terry, 26),
            50 + i * 92,
            0,
          ),
        ),
        ...[0, 1, 2].map((i) =>
          place(roll(34, [fabric.terryClay, fabric.terry, fabric.terrySage][i] ?? fabric.terry, 26), 96 + i * 92, -62),
        ),
      ),
      1120,
      570,
    ),
    place(
      stacksOn([
        [190, 30, fabric.indigo, fabric.madder, fabric.oat],
        [200, 30, fabric.deepSage, fabric.clay, fabric.palm],
      ]),
      1112,
      700,
    ),
    place(carton(180, 110, 'BED LINEN', '#D9C3A0'), 1110, 838),
    place(pillow(170, 110, fabric.white, { edge: 'piping', trim: '#65755A' }), 1420, 780),
    place(labelTag('KING', 'SHEETS'), 1180, 309),
    place(labelTag('BATH'), 1210, 449),
    solid('M560 96H1030V112H560Z', colour.brass, 2),
    path('M580 130H1010V840H580Z', { fill: '#B9C1A8', opacity: 0.9 }),
    path('M580 130H660L620 840H580Z', { fill: ink, opacity: 0.16 }),
    place(mirror(190, 560), 840, 850),
    place(outfit('hospitality-management'), 730, 370, 0.72),
    place(curtain(210, 740, fabric.madder, 'left', { border: [18, '#E2A72E'] }), 552, 108),
    place(curtain(150, 740, fabric.madder, undefined, { border: [18, '#E2A72E'], seed: 9 }), 890, 108),
    place(pole(500, '#8A6238'), 546, 104),
    place(bench(230, 100, fabric.oat), 400, 900),
    place(swatch(fabric.palm, 60, 50), 350, 800, 1, -8),
    place(plant(260), 90, 910),
    place(vase(74, '#B5654A'), 1490, 128),
    vignette(1600, 1000, '#20301E', 0.3),
  );
