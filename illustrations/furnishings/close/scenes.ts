import { colour } from '../../core/palette';
import { curve, line, outline } from '../../core/pens/curve';
import { labelTag, solid, stitches } from '../../core/props';
import { all, clipped, path, place } from '../../core/svg';
import { cloth } from '../../core/textures';
import { crest } from '../bath';
import { folded, pillow } from '../bedding';
import { fabric, fallLight, plumpLight, soft } from '../cloth';
import { vignette, wall } from '../rooms';
import { lamp, vase } from '../things';
import { pole, sheerPair, windowFrame } from '../windows';
import { ladder } from './hems';

const ink = colour.ink;
const gold = '#E2A72E';

/** A hotel bed at evening: the corner turned down, a card on the pillow. */
export function turnedDown() {
  const night = { ...fabric.indigo, repeat: 1.8 };
  const fold = [
    [470, 1010],
    [760, 760, 's'],
    [1160, 520, 's'],
    [1610, 330],
  ] as const;
  const hem = [
    [1610, 640],
    [1330, 730, 's'],
    [1040, 880, 's'],
    [900, 1010],
  ] as const;
  const flap = curve([...fold, ...hem], true);
  const inner = line([1606, 600], [1310, 692, 's'], [1010, 846, 's'], [850, 1010]);
  return all(
    wall(1600, 420, '#4A4F7A'),
    path(Array.from({ length: 9 }, (_, i) => `M${i * 200 - 20} 0V420`).join(''), {
      stroke: ink,
      'stroke-width': 2.4,
      opacity: 0.6,
    }),
    path(Array.from({ length: 9 }, (_, i) => `M${i * 200 + 6} 0V420`).join(''), {
      stroke: '#fff',
      'stroke-width': 9,
      opacity: 0.1,
    }),
    soft(
      outline([-40, 400], [500, 372, 's'], [1640, 400], [1640, 1040], [-40, 1040]),
      { ...fabric.white, repeat: 1.6 },
      {
        folds: [
          [60, 560, 420, 760, 20, 14],
          [300, 460, 760, 620, 18, -16],
          [40, 820, 380, 900, 18, 10],
          [760, 440, 1000, 520, 14, 8],
        ],
      },
    ),
    place(pillow(620, 300, fabric.white, { edge: 'flange', trim: gold }), 1110, 270, 1.06, 4),
    place(pillow(660, 310, fabric.white, { edge: 'flange', trim: gold }), 470, 290, 1.1, -5),
    place(crest('#22305F'), 640, 344, 2.2, -5),
    soft(curve([...[...hem].reverse(), [1610, 1010]], true), night, {
      light: plumpLight,
      width: 2.6,
      folds: [
        [1180, 880, 1300, 1000, 18, 8],
        [1420, 740, 1500, 900, 20, -10],
      ],
    }),
    path(curve([...fold.slice(0, 3), [1610, 330], [1600, 300], [1140, 486, 's'], [730, 728, 's'], [430, 1000]], true), {
      fill: ink,
      opacity: 0.13,
    }),
    soft(
      flap,
      { ...fabric.white, repeat: 1.6 },
      {
        light: plumpLight,
        width: 2.6,
        folds: [
          [820, 740, 960, 880, 20, 10],
          [1180, 540, 1300, 680, 20, -10],
          [1450, 420, 1500, 600, 16, 8],
        ],
      },
    ),
    path(inner, { stroke: gold, 'stroke-width': 6 }),
    path(line([1606, 584], [1302, 676, 's'], [996, 832, 's'], [826, 1010]), { stroke: gold, 'stroke-width': 2.4 }),
    stitches(line([1606, 618], [1320, 708, 's'], [1024, 862, 's'], [874, 1010]), '#22305F', 2.4, '12 7'),
    place(crest(gold), 1130, 700, 2.6, -28),
    place(
      all(
        path('M-116 -70H116V70H-116Z', { fill: ink, opacity: 0.22, transform: 'translate(8 12)' }),
        solid('M-116 -70H116V70H-116Z', '#FFFBF2', 2.4),
        path('M-100 -54H100V54H-100Z', { stroke: gold, 'stroke-width': 2 }),
        place(crest('#A63A24'), 0, -12, 0.9),
        path('M-54 34H54M-30 44H30', { stroke: ink, 'stroke-width': 2.4, opacity: 0.6 }),
      ),
      270,
      690,
      1.1,
      -12,
    ),
    place(lamp(300, '#F6E3B0'), 40, 420),
    vignette(1600, 1000, '#20140A', 0.44),
  );
}

const plies = [
  [150, fabric.stripe, '#7FA9AE'],
  [128, fabric.white, '#7FA9AE'],
  [138, cloth('#A9C4C6', 'linen', undefined, undefined, 1.6), '#F6F0E2'],
  [120, fabric.linen, '#7FA9AE'],
] as const;

/** Folded edges at the foot of a bed, the sea behind the sheers. */
export function foldedEdges() {
  const throwOver = outline(
    [700, 300],
    [960, 292, 's'],
    [1240, 300],
    [1262, 560, 's'],
    [1270, 876],
    [960, 884, 's'],
    [690, 876],
    [694, 560, 's'],
  );
  let y = 860;
  return all(
    wall(1600, 880, '#E6EAE2'),
    place(windowFrame(1180, 640, 'sea', 5, 1), 60, 60),
    place(sheerPair(620, 760), -20, 30),
    place(pole(1640, '#D9B884'), -20, 30),
    soft(outline([-40, 850], [300, 826, 's'], [1640, 846], [1640, 1040], [-40, 1040]), fabric.quilt, {
      light: plumpLight,
      width: 2.6,
      seams: 'M200 834L120 1000M560 832L520 1000M920 836L940 1000M1280 840L1340 1000',
    }),
    path('M330 868Q900 900 1500 868L1470 900Q900 930 360 900Z', { fill: ink, opacity: 0.26 }),
    ...plies.map(([h, material, trim], i) => {
      const node = place(folded(1060 - (i % 3) * 26, h, { ...material, repeat: 1.6 }, trim), 380 + (i % 2) * 16, y);
      y -= h;
      return node;
    }),
    soft(
      throwOver,
      { ...fabric.awning, repeat: 1.5 },
      {
        light: fallLight,
        width: 2.6,
        folds: [
          [760, 340, 740, 860, 18, 8],
          [1010, 330, 1030, 870, 16, -8],
          [1210, 340, 1230, 860, 18, 6],
        ],
      },
    ),
    clipped(
      path(throwOver),
      place(ladder(620, 26, '#65755A'), 670, 800),
      stitches('M690 780H1280M690 846H1280', '#65755A', 2.4, '11 7'),
    ),
    path(Array.from({ length: 32 }, (_, i) => `M${696 + i * 18} ${878 + (i % 2) * 3}v40`).join(''), {
      stroke: ink,
      'stroke-width': 8,
    }),
    path(Array.from({ length: 32 }, (_, i) => `M${696 + i * 18} ${878 + (i % 2) * 3}v40`).join(''), {
      stroke: '#F6F0E2',
      'stroke-width': 5,
    }),
    place(labelTag('LINEN', '210 G/M2'), 560, 690, 1.9, -3),
    place(vase(170, '#7FA9AE'), 1470, 850),
    vignette(1600, 1000, '#1B3A3E', 0.22),
  );
}
