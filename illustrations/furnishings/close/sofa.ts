import { colour } from '../../core/palette';
import { curve, type Knot, line, outline } from '../../core/pens/curve';
import { labelTag, solid, stitches } from '../../core/props';
import { all, path, place } from '../../core/svg';
import { pillow } from '../bedding';
import { drape, fabric, fallLight, plumpLight, shadow, soft } from '../cloth';
import { floor, skirting, sunlight, wall } from '../rooms';
import { leg } from '../seating';
import { wordsOf } from '../words';
import { cord } from './hems';

const ink = colour.ink;
const cover = fabric.sage;
const piping = '#F6F0E2';

const armFace: readonly Knot[] = [
  [66, 474],
  [64, 330],
  [40, 286, 's'],
  [48, 222, 's'],
  [112, 192, 's'],
  [178, 218, 's'],
  [192, 280, 's'],
  [172, 330],
  [178, 470],
];

const backCushion = (x: number, w: number) =>
  all(
    soft(
      outline(
        [x, 182],
        [x + w * 0.5, 158, 's'],
        [x + w, 176],
        [x + w + 12, 250, 's'],
        [x + w - 4, 322],
        [x + w * 0.5, 334, 's'],
        [x + 2, 330],
        [x - 10, 256, 's'],
      ),
      cover,
      {
        light: plumpLight,
        width: 2.4,
        folds: [
          [x + 6, 190, x + 50, 226, 9, 4],
          [x + w - 6, 184, x + w - 56, 222, 9, -4],
          [x + w * 0.3, 324, x + w * 0.6, 300, 8, 6],
        ],
      },
    ),
    cord(line([x, 182], [x + w * 0.5, 158, 's'], [x + w, 176]), piping, 5),
  );

const seatCushion = (x: number, y: number, w: number) =>
  all(
    soft(
      outline(
        [x, y],
        [x + w * 0.5, y + 10, 's'],
        [x + w, y - 8],
        [x + w + 6, y + 22, 's'],
        [x + w, y + 48],
        [x + w * 0.5, y + 62, 's'],
        [x, y + 58],
        [x - 6, y + 28, 's'],
      ),
      cover,
      { light: fallLight, width: 2.4 },
    ),
    soft(
      outline(
        [x + 16, y - 52],
        [x + w * 0.5, y - 60, 's'],
        [x + w - 20, y - 56],
        [x + w + 2, y - 8, 's'],
        [x + w * 0.5, y + 12, 's'],
        [x - 4, y + 2, 's'],
      ),
      cover,
      {
        light: plumpLight,
        width: 2.4,
        folds: [
          [x + 40, y - 40, x + w * 0.5, y - 16, 9, 6],
          [x + w - 20, y - 40, x + w * 0.6, y - 12, 8, -5],
        ],
      },
    ),
    cord(line([x - 4, y + 1], [x + w * 0.5, y + 11, 's'], [x + w + 1, y - 8]), piping, 5),
    cord(line([x, y + 57], [x + w * 0.5, y + 61, 's'], [x + w, y + 48]), piping, 4),
  );

/** The near end of a sofa in its loose cover: scrolled arm, corded seams, a zip half open at the cushion, a pleated valance. */
export const sofaCover = () =>
  all(
    wall(800, 440, '#DCD6C2'),
    sunlight(300, 20, 120, 120, 0.5),
    floor(800, 440, 600, '#B08A5C'),
    skirting(800, 440, '#DCD6C2', 26),
    shadow(440, 556, 430, 34),
    ...[120, 470, 780].map((x) => place(leg(54, '#7A5636'), x, 508)),
    soft(outline([110, 170], [150, 116, 's'], [480, 96, 's'], [840, 110], [840, 400], [110, 400]), cover, {
      light: fallLight,
      width: 2.6,
    }),
    cord(line([112, 170], [150, 117, 's'], [480, 97, 's'], [840, 111]), piping, 6),
    backCushion(200, 268),
    backCushion(486, 350),
    place(pillow(150, 130, fabric.madder, { edge: 'piping', trim: piping }), 282, 268, 1, -10),
    soft(outline([160, 420], [840, 396], [840, 470], [160, 478]), cover, { light: fallLight, width: 2.4 }),
    seatCushion(184, 372, 292),
    seatCushion(484, 362, 352),
    path(line([548, 402], [640, 412, 's'], [742, 400], [730, 424, 's'], [640, 436, 's'], [560, 424, 's']), {
      fill: '#FBF8F1',
      stroke: ink,
      'stroke-width': 2,
    }),
    path(line([548, 402], [640, 412, 's'], [742, 400]), {
      stroke: colour.brass,
      'stroke-width': 6,
      'stroke-dasharray': '2.4 2.6',
      'stroke-linecap': 'butt',
    }),
    path(line([560, 424], [640, 436, 's'], [730, 424]), {
      stroke: colour.brass,
      'stroke-width': 6,
      'stroke-dasharray': '2.4 2.6',
      'stroke-linecap': 'butt',
    }),
    solid('M738 394h20v11h-8v22l-5 6l-5 -6v-22h-2z', colour.brass, 1.6),
    drape(
      [
        [452, 170, 850],
        [536, 168, 852],
      ],
      9,
      cover,
      { hem: 3, seed: 4, width: 2 },
    ),
    cord('M170 456L850 436', piping, 5),
    soft(curve(armFace, true), cover, {
      light: plumpLight,
      width: 2.6,
      folds: [
        [100, 330, 96, 470, 12, 5],
        [150, 330, 156, 470, 10, -5],
        [70, 250, 130, 320, 12, 8],
      ],
    }),
    path('M118 300C70 300 66 232 114 226C160 222 170 282 126 284C98 284 98 250 120 250', {
      stroke: ink,
      'stroke-width': 1.8,
      opacity: 0.65,
    }),
    cord(curve(armFace), piping, 6),
    drape(
      [
        [458, 60, 182],
        [540, 58, 184],
      ],
      2,
      cover,
      { hem: 3, width: 2.2 },
    ),
    cord('M60 462L182 460', piping, 5),
    stitches('M64 530H180M176 530H840', piping, 1.6, '7 5'),
    place(labelTag(...wordsOf('sofa')), 664, 572, 1.3),
  );
