import { colour, dye, shade } from '../../core/palette';
import { line, outline } from '../../core/pens/curve';
import { solid } from '../../core/props';
import { all, el, path, place, type SvgNode } from '../../core/svg';
import { cloth } from '../../core/textures';
import { shoes } from '../accessories/shoes';
import { crease, fold, piece, ribbon } from '../figure/piece';
import { combatHelmet } from '../headwear/hats-hard';
import { beret } from '../headwear/hats-soft';
import { floorAt, room, shelf, standing } from './room';
import { cast, stand } from './stand';

/** A pennant on a lance that leans on the wall. */
const pennant = (x: number, upper: string, lower: string): SvgNode =>
  all(
    path(`M${x} ${floorAt}L${x + 26} 60`, { stroke: colour.ink, 'stroke-width': 12 }),
    path(`M${x} ${floorAt}L${x + 26} 60`, { stroke: colour.wood, 'stroke-width': 8 }),
    solid(`M${x + 20} 62L${x + 27} 14L${x + 34} 62Z`, colour.steel, 1.8),
    piece(
      outline([x + 26, 78], [x + 92, 92, 's'], [x + 176, 78], [x + 128, 122], [x + 24, 128]),
      cloth(upper, 'twill'),
      [crease(cloth(upper), x + 60, 84, x + 70, 124, 4)],
    ),
    piece(
      outline([x + 24, 128], [x + 128, 122], [x + 172, 178], [x + 90, 166, 's'], [x + 22, 180]),
      cloth(lower, 'twill'),
      [fold(cloth(lower), x + 100, 128, x + 110, 170, 12, 0, 0.4)],
    ),
  );

/** A side drum with cords. */
const drum = (x: number, y: number): SvgNode =>
  all(
    el('ellipse', { cx: x, cy: y + 92, rx: 100, ry: 20, fill: colour.ink, opacity: 0.16 }),
    piece(
      outline([x - 84, y - 60], [x + 84, y - 60], [x + 84, y + 70], [x, y + 90, 's'], [x - 84, y + 70]),
      cloth(dye.maroon),
    ),
    path(
      `M${x - 84} ${y - 40}${[0, 1, 2, 3, 4, 5].map((i) => `L${x - 70 + i * 28} ${y + 72}L${x - 56 + i * 28} ${y - 40}`).join('')}`,
      { stroke: dye.white, 'stroke-width': 4 },
    ),
    ribbon(line([x - 85, y - 46], [x, y - 30, 's'], [x + 85, y - 46]), 14, dye.marigold),
    ribbon(line([x - 85, y + 58], [x, y + 76, 's'], [x + 85, y + 58]), 14, dye.marigold),
    el('ellipse', { cx: x, cy: y - 60, rx: 84, ry: 18, fill: '#F4EDDF', stroke: colour.ink, 'stroke-width': 2.4 }),
    ...[-1, 1].map((k) => place(solid('M-4 0L4 0L3 -120L-3 -120Z', colour.wood, 1.6), x + k * 10, y - 50, 1, k * 62)),
  );

/** The quartermaster's room before a parade. */
export const banner = (): SvgNode =>
  all(
    room('#BDB99A', '#7C6444', 500),
    pennant(60, dye.scarlet, dye.white),
    pennant(404, dye.bottle, dye.marigold),
    shelf(448, 258, 340),
    place(combatHelmet(cloth('#6A6B45', 'mesh')), 520, 240, 0.86),
    place(beret(cloth(dye.maroon)), 628, 250, 0.82),
    place(beret(cloth('#27407A'), colour.brass, dye.scarlet), 726, 250, 0.82),
    standing(600, 250),
    solid('M444 664h330v150h-330z', shade(dye.olive, 0.1), 2.6),
    path('M444 712h330M520 664v150M698 664v150', { stroke: colour.ink, 'stroke-width': 2 }),
    solid('M590 696h40v34h-40z', colour.brass, 1.8),
    ...[0, 1].map((i) => solid(`M${450 + i * 306} 728h12v34h-12z`, colour.brass, 1.4)),
    drum(610, 586),
    cast(
      stand('government', 'officer-class', { x: 270, scale: 0.9, extra: [shoes('oxford', '#4A2A1A')] }),
      stand('government', 'parade-ceremonial', { x: 1030, scale: 0.85, extra: [shoes('oxford', '#1F1F22')] }),
    ),
  );
