import { colour, shade } from '../../core/palette';
import { outline } from '../../core/pens/curve';
import { labelTag, solid } from '../../core/props';
import { all, path, place, type SvgNode } from '../../core/svg';
import type { Cloth } from '../../core/textures';
import { bed, pillow, stack } from '../bedding';
import { bedsheets, duvets } from '../close/tiles';
import { fabric, fallLight, plumpLight, shadow, soft } from '../cloth';
import { dimension, floor, skirting, sunlight, wall } from '../rooms';
import { bench } from '../seating';
import { lamp, shelf, table, vase } from '../things';
import { wordsOf } from '../words';

const ink = colour.ink;
const room = (color: string, y: number, ground: string, kind: 'boards' | 'tiles' | 'carpet' = 'boards') =>
  all(wall(800, y, color), floor(800, y, 600, ground, kind), skirting(800, y, color));

/** A puffed quilt folded twice and seen from the front, its foot's middle at (0, 0). */
function puff(w: number, h: number, material: Cloth, rows: number): SvgNode {
  const x = w / 2;
  return all(
    ...Array.from({ length: rows }, (_, i) => {
      const b = -i * h;
      const d = outline(
        [-x, b - h * 0.5, 's'],
        [-x + 16, b - h, 's'],
        [0, b - h - 8, 's'],
        [x - 20, b - h + 2, 's'],
        [x + 4, b - h * 0.5, 's'],
        [x - 14, b, 's'],
        [0, b + 4, 's'],
        [-x + 12, b, 's'],
      );
      const quilts = [-0.36, -0.18, 0, 0.18, 0.36]
        .map((k) => `M${w * k} ${b - h - 4}Q${w * k - 9} ${b - h / 2} ${w * k} ${b}`)
        .join('');
      return soft(d, material, {
        light: plumpLight,
        seams: quilts,
        folds: [-0.36, -0.18, 0, 0.18, 0.36].map((k) => [w * k, b - h * 0.8, w * k + 20, b - h * 0.5, 7, 3] as const),
      });
    }),
  );
}

const comforters = () =>
  all(
    room('#E9E0CC', 400, '#B9A07A', 'carpet'),
    sunlight(60, 40, 90, 150),
    place(bench(520, 120, fabric.deepSage), 400, 540),
    place(puff(480, 62, fabric.quilt, 3), 400, 426),
    place(puff(420, 54, fabric.clay, 2), 396, 240),
    place(pillow(230, 96, fabric.white, { edge: 'flange' }), 404, 92),
    place(labelTag(...wordsOf('comforters')), 600, 330),
  );

const pillows = () =>
  all(
    room('#D5DBC8', 455, '#D9CBAE', 'carpet'),
    shadow(400, 540, 330, 34),
    place(pillow(440, 150, fabric.stripe, { edge: 'piping', trim: '#65755A' }), 380, 480),
    place(pillow(420, 144, fabric.white, { edge: 'flange' }), 400, 362, 1, 1),
    place(pillow(400, 140, fabric.linen, { edge: 'piping', trim: '#A63A24' }), 384, 246, 1, -2),
    place(pillow(270, 190, fabric.white, { edge: 'flange', trim: '#8A9A7B', band: true }), 610, 436, 1, 58),
    dimension(170, 572, 590, 572, '50 X 75'),
    place(labelTag(...wordsOf('pillows')), 170, 120),
  );

function toppers(): SvgNode {
  const slab = (y: number, h: number, side: Cloth, top: Cloth, quilt = false) =>
    all(
      soft(
        `M90 ${y}L520 ${y + 76}V${y + 76 + h}L90 ${y + h}Z`,
        side,
        { light: fallLight },
        quilt
          ? path(Array.from({ length: 9 }, (_, i) => `M${90 + i * 48} ${y + i * 8.5}v${h + 10}`).join(''), {
              stroke: ink,
              'stroke-width': 1,
              opacity: 0.4,
            })
          : undefined,
      ),
      soft(`M520 ${y + 76}L730 ${y - 20}V${y - 20 + h}L520 ${y + 76 + h}Z`, { base: shade(side.base, 0.16) }, {}),
      soft(`M90 ${y}L310 ${y - 84}L730 ${y - 20}L520 ${y + 76}Z`, top, {
        stitch: [`M106 ${y - 1}L308 ${y - 77}L712 ${y - 16}L518 ${y + 67}Z`, '#8A9A7B'],
      }),
    );
  return all(
    room('#DCE0D0', 240, '#CDBB95', 'carpet'),
    shadow(420, 500, 380, 54),
    slab(400, 60, fabric.oat, fabric.linen),
    slab(296, 92, fabric.stripe, fabric.linen, true),
    slab(230, 36, fabric.quilt, fabric.quilt, true),
    soft('M90 230L310 146L420 163C360 190 300 216 262 260C220 300 160 290 120 268Z', fabric.white, {
      light: plumpLight,
      folds: [
        [180, 220, 300, 180, 8, 6],
        [150, 258, 250, 246, 6, 4],
      ],
    }),
    solid('M504 300h20v90h-20z', '#8A9A7B', 1.6),
    dimension(60, 230, 60, 266, '5'),
    dimension(60, 296, 60, 388, '25'),
    place(labelTag(...wordsOf('mattress-toppers')), 640, 110),
  );
}

const bedLinens = () =>
  all(
    room('#CDD5C0', 420, '#B99A6E'),
    sunlight(40, 30, 70, 150, 0.6),
    place(
      bed({
        head: fabric.deepSage,
        runner: fabric.sage,
        cushion: fabric.madder,
        cover: fabric.white,
        board: 'tufted',
        trim: '#A63A24',
      }),
      330,
      574,
      1.04,
    ),
    place(table(150, 140), 700, 540),
    place(
      stack(120, [
        [30, fabric.white, '#8A9A7B'],
        [28, fabric.sage],
        [30, fabric.white, '#8A9A7B'],
      ]),
      640,
      400,
    ),
    place(lamp(150, '#F3E6C4', '#65755A'), 716, 286 - 0),
  );

const pillowsCushions = () =>
  all(
    room('#E4D9C0', 440, '#A98F66', 'carpet'),
    place(shelf(640), 80, 178),
    place(
      stack(170, [
        [26, fabric.white],
        [26, fabric.sage],
        [24, fabric.white],
      ]),
      110,
      178,
    ),
    place(vase(90), 380, 178),
    place(pillow(110, 84, fabric.clay), 560, 138, 1, -4),
    place(bench(600, 110, fabric.oat), 400, 560),
    place(pillow(210, 190, fabric.palm, { edge: 'piping', trim: '#65755A' }), 210, 372, 1, -5),
    place(pillow(200, 180, fabric.indigo, { edge: 'tassel', trim: '#E2A72E' }), 590, 376, 1, 5),
    place(pillow(230, 150, fabric.white, { edge: 'flange', trim: '#A63A24' }), 400, 392, 1, 1),
    place(pillow(150, 100, fabric.brocade, { edge: 'piping', trim: '#8A7444' }), 330, 424, 1, -3),
  );

/** The bedding tiles by file name. */
export const bedTiles: Readonly<Record<string, () => SvgNode>> = {
  bedsheets,
  comforters,
  pillows,
  duvets,
  'mattress-toppers': toppers,
  'bed-linens': bedLinens,
  'pillows-cushions': pillowsCushions,
};
