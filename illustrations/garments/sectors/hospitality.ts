import { colour, dye, shade, tint } from '../../core/palette';
import { solid } from '../../core/props';
import { all, el, path, place, type SvgNode, use } from '../../core/svg';
import { cloth } from '../../core/textures';
import { towelStack } from '../accessories/carried';

import { shoes } from '../accessories/shoes';
import { floorAt, plant, room, standing } from './room';
import { cast, stand } from './stand';

/** A hotel's key board: rows of hooks with brass fobs, a few rooms let. */
function keyBoard(x: number, y: number): SvgNode {
  const key = all(
    path('M0 6V24M0 18h7M0 23h5', { stroke: colour.ink, 'stroke-width': 4.4 }),
    path('M0 6V24M0 18h7M0 23h5', { stroke: colour.brass, 'stroke-width': 2.2 }),
    el('circle', { r: 7, fill: colour.brass, stroke: colour.ink, 'stroke-width': 1.6 }),
    path('M-7 26h14v22l-7 6-7-6z', { fill: colour.madder, stroke: colour.ink, 'stroke-width': 1.5 }),
  );
  const spots = Array.from({ length: 24 }, (_, i) => [44 + (i % 6) * 66, 50 + Math.floor(i / 6) * 84, i] as const);
  return all(
    path(`M${x + 8} ${y + 12}h420v380h-420z`, { fill: colour.ink, opacity: 0.18 }),
    solid(`M${x} ${y}h420v380h-420z`, '#6E4A2C', 2.6),
    path(`M${x + 14} ${y + 14}h392v352h-392z`, { stroke: tint('#6E4A2C', 0.3), 'stroke-width': 2 }),
    ...spots.map(([dx, dy, i]) =>
      all(
        path(`M${x + dx - 26} ${y + dy - 26}h52v72h-52z`, {
          fill: shade('#6E4A2C', 0.3),
          stroke: colour.ink,
          'stroke-width': 1.3,
        }),
        i % 7 === 3 || i === 8
          ? path(`M${x + dx - 4} ${y + dy - 10}v8q0 5 6 5`, { stroke: colour.brass, 'stroke-width': 3 })
          : use(key, { x: x + dx, y: y + dy - 12 }),
      ),
    ),
  );
}

/** The reception counter with its bell and book. */
const counter = (x: number, w: number): SvgNode =>
  all(
    solid(`M${x} 566h${w}v250h${-w}z`, '#5B2A2C', 2.6),
    path(
      [0, 1, 2, 3]
        .map((i) => `M${x + 26 + i * ((w - 30) / 4)} 616h${(w - 30) / 4 - 22}v164h${-(w - 30) / 4 + 22}z`)
        .join(''),
      { stroke: tint('#5B2A2C', 0.3), 'stroke-width': 2 },
    ),
    solid(`M${x - 14} 544h${w + 28}v26h${-w - 28}z`, colour.wood, 2.4),
    place(
      all(
        solid('M-30 0C-30 -34 30 -34 30 0Z', colour.brass, 2),
        solid('M-36 0H36V9H-36Z', shade(colour.brass, 0.3), 2),
        el('circle', { cy: -29, r: 5, fill: colour.brass, stroke: colour.ink, 'stroke-width': 1.8 }),
      ),
      x + 84,
      534,
    ),
    place(
      all(
        solid('M-70 0L-60 -20H0V0ZM70 0L60 -20H0V0Z', colour.paper, 1.8),
        path('M-50 -14H-10M-54 -7H-10M10 -14H50M10 -7H54', { stroke: colour.ink, 'stroke-width': 1.2, opacity: 0.6 }),
      ),
      x + 230,
      544,
    ),
  );

/** Behind the front desk, as the evening shift dresses. */
export const banner = (): SvgNode =>
  all(
    room('#C9B79A', '#8C5B3C', 520),
    keyBoard(340, 66),
    standing(560, 260),
    counter(352, 436),
    plant(1128, floorAt + 30, dye.bottle, dye.rust, 1.05),
    place(towelStack(120), 520, 544, 0.72),
    cast(
      stand('hospitality', 'commis', {
        x: 214,
        scale: 0.9,
        change: { view: 'three-quarter' },
        extra: [shoes('oxford', '#26262A')],
      }),
      stand('hospitality', 'management', {
        x: 752,
        scale: 0.94,
        extra: [shoes('oxford', '#4A2A1A')],
        change: { stand: false },
      }),
    ),
    place(
      all(
        path('M-10 0V-40M6 0V-58M20 0V-36', { stroke: dye.bottle, 'stroke-width': 3 }),
        el('circle', { cx: -10, cy: -46, r: 11, fill: dye.madder, stroke: colour.ink, 'stroke-width': 1.6 }),
        el('circle', { cx: 6, cy: -64, r: 12, fill: dye.marigold, stroke: colour.ink, 'stroke-width': 1.6 }),
        el('circle', { cx: 22, cy: -42, r: 10, fill: dye.rose, stroke: colour.ink, 'stroke-width': 1.6 }),
        solid('M-20 0H32L26 44H-14Z', tint(cloth(dye.indigo).base, 0.2), 2),
      ),
      600,
      500,
    ),
  );
