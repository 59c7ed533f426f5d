import { colour } from '../../core/palette';
import { outline } from '../../core/pens/curve';
import { lettering } from '../../core/pens/lettering';
import { labelTag, peg, solid } from '../../core/props';
import { all, el, path, place, type SvgNode } from '../../core/svg';
import { bar, basket, bathtub, crest, hangingTowel, mat, roll } from '../bath';
import { stack } from '../bedding';
import { drape, fabric, fallLight, soft } from '../cloth';
import { robe, slipper } from '../robe';
import { dimension, floor, sunlight, wall } from '../rooms';
import { plant, shelf, table, vase } from '../things';
import { wordsOf } from '../words';

const ink = colour.ink;

/** A tiled wall `w` by `h`. */
function tiledWall(w: number, h: number, color: string, grout = '#fff'): SvgNode {
  const rows = Array.from(
    { length: Math.ceil(h / 48) },
    (_, r) =>
      `M0 ${r * 48}H${w}${Array.from({ length: Math.ceil(w / 96) + 1 }, (_, c) => `M${c * 96 + (r % 2) * 48} ${r * 48}v48`).join('')}`,
  ).join('');
  return all(wall(w, h, color), path(rows, { stroke: grout, 'stroke-width': 2, opacity: 0.6 }));
}

const towels = () =>
  all(
    tiledWall(800, 600, '#D3DCCB'),
    sunlight(40, 30, 80, 140),
    place(bar(330), 60, 86),
    place(hangingTowel(150, 290, fabric.terry, '#65755A', crest('#65755A')), 84, 86),
    place(hangingTowel(120, 230, fabric.terrySage, '#F6F0E2'), 252, 86),
    place(table(720, 84, colour.wood, 26), 400, 590),
    place(
      stack(250, [
        [44, fabric.terry, '#65755A'],
        [42, fabric.terrySage],
        [44, fabric.terry, '#65755A'],
        [38, fabric.terryClay],
        [34, fabric.terry],
      ]),
      450,
      506,
    ),
    place(roll(38, fabric.terry, 40), 150, 506),
    place(roll(38, fabric.terrySage, 40), 236, 506),
    place(roll(38, fabric.terry, 40), 322, 506),
    place(roll(36, fabric.terryClay, 40), 192, 434),
    place(roll(36, fabric.terry, 40), 278, 434),
    lettering(wordsOf('towels').join(' '), 730, 60, 10, { 'stroke-width': 1.2 }, 'end'),
  );

const bathMats = () =>
  all(
    tiledWall(800, 250, '#DDE1D3'),
    floor(800, 250, 600, '#CFC3A8', 'tiles'),
    place(bathtub(), 560, 290, 0.95),
    place(mat(620, 150, fabric.terry, '#65755A'), 350, 430),
    place(mat(360, 84, fabric.terryClay, '#F6F0E2'), 600, 548, 0.9),
    place(roll(44, fabric.terrySage, 120), 90, 580),
    place(crest('#65755A'), 350, 424, 1.2),
    dimension(290, 530, 500, 530, wordsOf('bath-mats')[1]),
  );

const robes = () =>
  all(
    wall(800, 600, '#C6CFB7'),
    sunlight(20, 60, 90, 190, 0.7),
    path('M0 96H800V122H0Z', { fill: colour.wood, stroke: ink, 'stroke-width': 2 }),
    ...[170, 410, 640].map((x) => place(peg(), x, 104)),
    place(robe(fabric.terry, '#65755A'), 410, 60 - 6, 0.95),
    place(hangingTowel(130, 300, fabric.terrySage, '#F6F0E2'), 108, 122),
    place(labelTag(...wordsOf('robes')), 660, 220),
    place(crest('#A63A24'), 452, 178, 0.55),
    place(basket(150, 100), 680, 584),
    place(roll(30, fabric.terry, 20), 650, 492),
    place(roll(30, fabric.terryClay, 20), 706, 492),
    place(vase(120, '#B5654A'), 110, 590),
    path('M660 132V186', { stroke: ink, 'stroke-width': 1.4 }),
  );

const faceTowels = () =>
  all(
    wall(800, 600, '#E6DBC3'),
    path('M0 330H800V600H0Z', { fill: '#D9CBAE' }),
    path('M0 330H800', { stroke: ink, 'stroke-width': 2 }),
    soft(
      'M90 560L150 380H560L640 560Z',
      { base: '#B98A57' },
      { light: fallLight, width: 2.6, seams: 'M112 546L164 394H548L614 546Z' },
    ),
    ...[
      [216, 470, 0],
      [302, 470, 1],
      [388, 470, 2],
      [474, 470, 0],
      [196, 540, 2],
      [290, 542, 0],
      [386, 542, 1],
      [484, 540, 2],
    ].map(([x = 0, y = 0, c = 0]) =>
      place(roll(37, [fabric.terry, fabric.terrySage, fabric.terryClay][c] ?? fabric.terry, 34), x, y),
    ),
    place(hangingTowel(190, 210, fabric.terry, '#A63A24', crest('#A63A24')), 540, 96),
    place(bar(260), 504, 96),
    place(
      stack(190, [
        [28, fabric.terry, '#A63A24'],
        [26, fabric.terrySage],
        [28, fabric.terry, '#A63A24'],
      ]),
      70,
      330,
    ),
    place(vase(110), 330, 330),
    lettering(wordsOf('face-towels').join(' / '), 756, 350, 9, { 'stroke-width': 1.1 }, 'end'),
  );

function slippers(): SvgNode {
  const bag = outline([430, 190], [690, 170], [716, 520, 's'], [444, 540]);
  return all(
    wall(800, 600, '#D8CDB2'),
    floor(800, -200, 600, '#CDBB95', 'carpet'),
    place(mat(760, 330, fabric.terrySage, '#F6F0E2'), 400, 420, 1.04),
    soft(bag, fabric.linen, {
      folds: [
        [460, 240, 470, 500, 10, 5],
        [660, 260, 670, 480, 12, -6],
        [520, 220, 600, 212, 5, 4],
      ],
      stitch: ['M448 232L694 214', '#65755A'],
      width: 2.4,
    }),
    path('M436 216Q560 196 694 202M690 206c40 -10 60 10 40 50M694 210c50 10 40 50 70 60', {
      stroke: '#65755A',
      'stroke-width': 5,
    }),
    place(crest('#65755A'), 574, 372, 1.5),
    lettering(wordsOf('hotel-slippers')[1], 574, 436, 12, { stroke: '#65755A', 'stroke-width': 1.6 }, 'middle'),
    place(slipper(fabric.terry, '#65755A', crest('#65755A')), 176, 330, 1.42, -10),
    place(slipper(fabric.terry, '#65755A', crest('#65755A')), 330, 340, 1.42, 9),
  );
}

/** A shower curtain on rings over a bath, with towels and a mat. */
const bathroom = () =>
  all(
    tiledWall(800, 450, '#CBD6C6'),
    floor(800, 450, 600, '#C3B699', 'tiles'),
    el('circle', { cx: 250, cy: 170, r: 92, fill: '#E8EFEA', stroke: ink, 'stroke-width': 8 }),
    el('circle', { cx: 250, cy: 170, r: 92, stroke: colour.brass, 'stroke-width': 5 }),
    path('M190 200L270 110M210 226L310 116', { stroke: '#fff', 'stroke-width': 8, opacity: 0.7 }),
    place(bathtub(), 500, 500, 1.15),
    solid('M360 40H790V52H360Z', colour.brass, 1.8),
    place(
      drape(
        [
          [0, 0, 190],
          [240, -4, 196],
          [400, -8, 202],
        ],
        9,
        fabric.stripe,
        { hem: 6, seed: 6 },
      ),
      584,
      52,
    ),
    path('M594 46v14M636 46v14M680 46v14M724 46v14M768 46v14', { stroke: ink, 'stroke-width': 4 }),
    place(bar(150), 70, 300),
    place(hangingTowel(110, 180, fabric.terry, '#A63A24', crest('#A63A24')), 90, 300),
    place(mat(320, 64, fabric.terryClay, '#F6F0E2'), 300, 556),
    place(plant(150), 84, 574),
    place(shelf(120), 400, 230),
    place(
      stack(96, [
        [20, fabric.terry],
        [20, fabric.terrySage],
        [20, fabric.terry],
      ]),
      412,
      230,
    ),
  );

/** The bath tiles by file name. */
export const bathTiles: Readonly<Record<string, () => SvgNode>> = {
  towels,
  'bath-mats': bathMats,
  robes,
  'face-towels': faceTowels,
  'hotel-slippers': slippers,
  'bathroom-furnishing': bathroom,
};
