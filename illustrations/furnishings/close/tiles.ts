import { colour } from '../../core/palette';
import { curve, type Knot, outline } from '../../core/pens/curve';
import { labelTag } from '../../core/props';
import { all, el, path, place } from '../../core/svg';
import { crest } from '../bath';
import { fabric, fallLight, plumpLight, soft } from '../cloth';
import { sunlight, wall } from '../rooms';
import { wordsOf } from '../words';
import { cord, mitredSheet } from './hems';

const ink = colour.ink;

/** Three sheets fanned by their mitred corners, each hemmed in the colour that names its size. */
export const bedsheets = () =>
  all(
    wall(800, 600, '#CDD5C0'),
    sunlight(40, 20, 150, 210, 0.5),
    place(mitredSheet(820, 640, fabric.oat, { code: '#A63A24' }), 742, 548, 1, 5),
    place(mitredSheet(820, 640, fabric.sage, { thread: '#F6F0E2', code: '#F6F0E2' }), 668, 486, 1, -3),
    place(mitredSheet(820, 640, fabric.white, { code: '#22305F' }), 574, 414, 1, -11),
    place(crest('#65755A'), 300, 250, 2.1, -11),
    place(labelTag(...wordsOf('bedsheets')), 612, 88, 1.7, 6),
  );

const edge: readonly Knot[] = [
  [860, 150],
  [792, 296, 's'],
  [700, 426, 's'],
  [640, 470, 's'],
  [560, 470, 's'],
  [330, 446, 's'],
  [120, 470, 's'],
  [-60, 440],
];

/** The corner of a duvet: puffed boxes, a corded edge, and the buttons that close its cover. */
export function duvets() {
  const d = curve([...edge, [-60, -60], [860, -60]], true);
  const boxes = [
    'M-40 150Q200 120 430 168T830 120',
    'M-40 318Q180 290 400 330T760 318',
    'M170 -40Q150 120 190 300T170 470',
    'M430 -40Q420 140 440 300T420 462',
    'M680 -40Q660 120 676 260T650 470',
  ].join('');
  const puffs = [
    [190, 150],
    [430, 166],
    [676, 150],
    [190, 312],
    [430, 326],
    [664, 316],
  ].flatMap(([x = 0, y = 0]) => [
    [x, y, x + 84, y + 34, 13, 6] as const,
    [x, y, x - 70, y + 42, 11, -5] as const,
    [x, y, x + 16, y - 56, 9, 4] as const,
  ]);
  const row = curve(edge.slice(3).map(([x, y, kind]) => [x - 8, y - 58, kind] as const));
  return all(
    wall(800, 600, '#DED2B8'),
    soft('M-40 420H840V640H-40Z', fabric.stripe, { light: fallLight, width: 2.6 }),
    path('M-20 448C160 500 340 470 560 500C660 506 730 440 800 350V600H-20Z', { fill: ink, opacity: 0.22 }),
    soft(
      outline(
        [-60, 430],
        [120, 492, 's'],
        [330, 474, 's'],
        [570, 500, 's'],
        [668, 486, 's'],
        [740, 410, 's'],
        [860, 230],
        [860, 0],
        [-60, 0],
      ),
      fabric.white,
      { width: 2.4 },
    ),
    soft(d, fabric.sage, { light: plumpLight, width: 2.6, folds: puffs, seams: boxes }),
    cord(curve(edge), '#F6F0E2', 13),
    path(row, { stroke: '#F6F0E2', 'stroke-width': 2, 'stroke-dasharray': '8 5' }),
    ...[
      [548, 436],
      [420, 424],
      [292, 418],
      [164, 432],
      [36, 432],
    ].map(([x = 0, y = 0]) =>
      all(
        path(`M${x} ${y - 20}V${y + 24}`, { stroke: '#F6F0E2', 'stroke-width': 5 }),
        el('circle', { cx: x + 2, cy: y + 3, r: 15, fill: ink, opacity: 0.3 }),
        el('circle', { cx: x, cy: y, r: 15, fill: colour.brass, stroke: ink, 'stroke-width': 2.2 }),
        el('circle', { cx: x, cy: y, r: 9.5, stroke: ink, 'stroke-width': 1, opacity: 0.6 }),
        path(`M${x - 3} ${y - 3}l6 6m0 -6l-6 6`, { stroke: '#65755A', 'stroke-width': 2.4 }),
      ),
    ),
    place(labelTag(...wordsOf('duvets')), 648, 556, 1.5),
  );
}
