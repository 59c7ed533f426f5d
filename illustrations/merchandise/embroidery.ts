import { colour, shade, tint } from '../core/palette';
import { outline, symmetric } from '../core/pens/curve';
import { lettering } from '../core/pens/lettering';
import { solid, stitches } from '../core/props';
import { all, el, path, place, type SvgNode } from '../core/svg';
import { cloth, tubeLight } from '../core/textures';
import { plumpLight, shadow, soft } from '../furnishings/cloth';
import { wall } from '../furnishings/rooms';
import { withinSquare } from './square';
import { thread } from './thread';

const ink = colour.ink;

/** A cone of thread, the middle of its foot at (0, 0). */
export const cone = (color: string, h = 110): SvgNode =>
  all(
    shadow(4, 0, h * 0.44, 9),
    solid(symmetric([0, -h], [h * 0.1, -h], [h * 0.14, -h * 0.86], [0, -h * 0.86]), colour.kraft, 1.6),
    solid(
      symmetric([0, -h * 0.88], [h * 0.16, -h * 0.88], [h * 0.36, -h * 0.06, 's'], [h * 0.3, 0, 's'], [0, 0]),
      color,
      2,
      path(
        Array.from(
          { length: 12 },
          (_, i) =>
            `M${-h * 0.5} ${-h * 0.84 + i * h * 0.075}Q0 ${-h * 0.76 + i * h * 0.075} ${h * 0.5} ${-h * 0.86 + i * h * 0.075}`,
        ).join(''),
        { stroke: shade(color, 0.4), 'stroke-width': 1.2, opacity: 0.7 },
      ),
      path(`M${-h * 0.5} ${-h}H${h * 0.5}V0H${-h * 0.5}Z`, { fill: tubeLight }),
    ),
  );

export function embroidery(): SvgNode {
  const ring = (r: number, w: number, color: string) =>
    el('circle', { cx: 330, cy: 310, r, stroke: color, 'stroke-width': w });
  const twill = cloth('#2C3D74', 'twill');
  return all(
    wall(800, 600, '#E9E0CC'),
    soft(outline([0, 60], [800, 20], [800, 600], [0, 600]), twill, {
      light: plumpLight,
      folds: [
        [40, 120, 120, 560, 18, 14],
        [700, 60, 640, 560, 24, -20],
        [600, 90, 560, 200, 14, 8],
        [20, 500, 240, 560, 12, -8],
      ],
    }),
    withinSquare(
      50,
      41,
      0.84,
      el('ellipse', { cx: 344, cy: 330, rx: 226, ry: 222, fill: ink, opacity: 0.3 }),
      el('circle', { cx: 330, cy: 310, r: 206, fill: twill.base }),
      soft('M330 104a206 206 0 1 0 .1 0z', twill, { light: plumpLight }),
      ring(206, 24, ink),
      ring(206, 20, colour.wood),
      ring(211, 3, tint(colour.wood, 0.5)),
      ring(199, 1.2, ink),
      solid('M312 66h36v34h-36z', colour.brass, 2),
      solid('M322 40h16v28h-16z', colour.steel, 1.8),
      thread('NN', 330, 360, 146, '#E2A72E', 4.4),
      stitches('M330 158a152 152 0 1 0 .1 0z', '#F4EDDF', 4, '12 7'),
      stitches('M330 172a138 138 0 1 0 .1 0z', '#A63A24', 3, '6 5'),
      path('M436 316C520 300 560 400 620 330C650 296 640 240 690 214', { stroke: '#E2A72E', 'stroke-width': 3.4 }),
      place(
        all(
          path('M0 0L84 -92', { stroke: ink, 'stroke-width': 6 }),
          path('M2 -2L82 -90', { stroke: '#D5D8D8', 'stroke-width': 3.4 }),
          el('ellipse', { cx: 76, cy: -84, rx: 2.2, ry: 7, fill: ink, transform: 'rotate(42 76 -84)' }),
        ),
        618,
        300,
      ),
      ...[
        ['#E2A72E', 560],
        ['#A63A24', 630],
        ['#F4EDDF', 700],
      ].map(([color, x]) => place(cone(String(color), 130), Number(x), 576)),
      ...['#E2A72E', '#A63A24', '#F4EDDF', '#8A9A7B'].map((color, i) =>
        all(solid(`M${90 + i * 36} 540h28v28h-28z`, color, 1.4)),
      ),
      lettering('COLOUR MATCH', 90, 516, 9, { stroke: '#F4EDDF', 'stroke-width': 1.2 }),
    ),
  );
}
