import { colour } from '../core/palette';
import { outline } from '../core/pens/curve';
import { labelTag, solid, swatch } from '../core/props';
import { all, el, group, path, place, type SvgNode } from '../core/svg';
import { roll } from '../furnishings/bath';
import { pillow } from '../furnishings/bedding';
import { fabric, soft } from '../furnishings/cloth';
import { floor, skirting, sunlight, vignette } from '../furnishings/rooms';
import { bench } from '../furnishings/seating';
import { plant, vase } from '../furnishings/things';
import { curtain, pole } from '../furnishings/windows';
import { hungRow } from './props/hung';
import { mirror } from './props/machines';
import { outfit } from './props/outfit';
import { carton, cupboard, paperWall, piece, pinned, railStand, shaft, stacksOn } from './props/studio';

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
