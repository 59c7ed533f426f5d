import { colour } from '../core/palette';
import { labelTag } from '../core/props';
import { all, el, place, type SvgNode } from '../core/svg';
import { cloth } from '../core/textures';
import { crest } from './bath';
import { pillow } from './bedding';
import { fabric } from './cloth';
import { dimension, floor, skirting, sunlight, wall } from './rooms';
import { armchair, sofa } from './seating';
import { lamp, patternPiece, picture, plant, table, vase } from './things';
import { cushionCovers, sofaFabrics, tableRunners } from './tiles-covers';
import { outdoor, poolside } from './tiles-outdoor';
import { windowFrame } from './windows';

const ink = colour.ink;

const room = (color: string, y: number, ground: string, kind: 'boards' | 'carpet' | 'tiles' = 'boards') =>
  all(wall(800, y, color), floor(800, y, 600, ground, kind), skirting(800, y, color));

const throwPillows = () =>
  all(
    room('#CFD6C2', 430, '#B99A6E'),
    place(picture(130, 160, patternPiece('CUSHION'), '#65755A'), 90, 50),
    sunlight(420, 30, 80, 150),
    place(sofa(fabric.linen, { seats: 3, seat: 190 }), 400, 580, 1.05),
    place(pillow(170, 160, fabric.palm, { edge: 'piping', trim: '#65755A' }), 170, 412, 1, -9),
    place(pillow(150, 140, fabric.madder, { edge: 'tassel', trim: '#E2A72E' }), 282, 430, 1, 6),
    place(pillow(180, 100, fabric.brocade, { edge: 'piping', trim: '#8A7444' }), 428, 448),
    place(pillow(160, 150, fabric.indigo, { edge: 'piping', trim: '#F3ECDC' }), 612, 416, 1, 8),
    place(crest('#F3ECDC'), 612, 416, 1.1, 8),
  );

const sofaTile = () =>
  all(
    room('#C9D2BD', 430, '#A9855A'),
    sunlight(30, 30, 90, 160),
    ...[300, 430, 560].map((x, i) =>
      place(picture(104, 136, patternPiece(['BACK', 'FRONT', 'CUFF'][i]), colour.wood), x, 50 + (i % 2) * 14),
    ),
    place(plant(300), 90, 520),
    el('ellipse', { cx: 420, cy: 560, rx: 380, ry: 40, fill: '#E9E0CC', stroke: ink, 'stroke-width': 1.6 }),
    place(
      sofa(fabric.deepSage, {
        trim: '#C9B78F',
        cushions: [
          place(pillow(110, 100, fabric.brocade, { edge: 'piping', trim: '#8A7444' }), -170, -152, 1, -9),
          place(pillow(130, 84, fabric.clay), 160, -146, 1, 6),
        ],
      }),
      430,
      566,
      1.08,
    ),
    place(lamp(230), 740, 566),
  );

const chairTile = () =>
  all(
    room('#E4D8BE', 450, '#9E7B52'),
    place(windowFrame(210, 300, 'dusk', 2, 2), 50, 60),
    place(armchair(cloth('#2C3D74', 'herringbone', undefined, undefined, 1.1), fabric.palm), 430, 572, 1.62),
    place(table(130, 120), 696, 566),
    place(vase(100, '#B5654A'), 696, 446),
    dimension(590, 108, 590, 560, '96'),
    place(labelTag('DEEP BUTTONED', '30 FABRICS'), 150, 530),
  );

/** The decor and outdoor tiles by file name. */
export const decorTiles: Readonly<Record<string, () => SvgNode>> = {
  'sofa-fabrics': sofaFabrics,
  'throw-pillows': throwPillows,
  'table-runners': tableRunners,
  'cushion-covers': cushionCovers,
  sofa: sofaTile,
  'upholstered-chair': chairTile,
  'outdoor-upholstery': outdoor,
  'waterproof-poolside': poolside,
};
