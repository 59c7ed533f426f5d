import { labelTag } from '../../core/props';
import { all, place, type SvgNode } from '../../core/svg';
import { cloth } from '../../core/textures';
import { crest } from '../bath';
import { pillow } from '../bedding';
import { sofaCover } from '../close/sofa';
import { fabric } from '../cloth';
import { dimension, floor, skirting, sunlight, wall } from '../rooms';
import { armchair, sofa } from '../seating';
import { patternPiece, picture, table, vase } from '../things';
import { windowFrame } from '../windows';
import { wordsOf } from '../words';
import { cushionCovers, sofaFabrics, tableRunners } from './covers';
import { outdoor, poolside } from './outdoor';

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

const chairTile = () =>
  all(
    room('#E4D8BE', 450, '#9E7B52'),
    place(windowFrame(210, 300, 'dusk', 2, 2), 50, 60),
    place(armchair(cloth('#2C3D74', 'herringbone', undefined, undefined, 1.1), fabric.palm), 430, 572, 1.62),
    place(table(130, 120), 696, 566),
    place(vase(100, '#B5654A'), 696, 446),
    dimension(590, 108, 590, 560, '96'),
    place(labelTag(...wordsOf('upholstered-chair')), 150, 530),
  );

/** The decor and outdoor tiles by file name. */
export const decorTiles: Readonly<Record<string, () => SvgNode>> = {
  'sofa-fabrics': sofaFabrics,
  'throw-pillows': throwPillows,
  'table-runners': tableRunners,
  'cushion-covers': cushionCovers,
  sofa: sofaCover,
  'upholstered-chair': chairTile,
  'outdoor-upholstery': outdoor,
  'waterproof-poolside': poolside,
};
