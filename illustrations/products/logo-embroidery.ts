import { colour } from '../core/palette';
import { stitches } from '../core/props';
import { all, clipped, el, path, place, use } from '../core/svg';
import { cloth } from '../core/textures';
import { plumpLight, soft } from '../furnishings/cloth';
import { lettering as type } from '../marks/lettering';
import { cone } from '../merchandise/embroidery';
import { thread } from '../merchandise/thread';
import type { Product } from './product';

const twill = cloth('#2C3D74', 'twill', undefined, undefined, 1.8);
const gold = '#E2A72E';
const letter = path(type('fraunces', 'N', { x: 390, y: 640, size: 430, anchor: 'middle' }));

/** A letter half worked: chalk outline and the direction of stitches to the left, satin to the right. */
export const logoEmbroidery: Product = {
  ground: { color: '#E4D8C0', surface: 'grid' },
  draw: () =>
    all(
      soft('M92 90Q380 70 700 96L712 980Q400 1010 84 984Z', twill, {
        light: plumpLight,
        width: 2.6,
        folds: [
          [120, 140, 160, 940, 20, 12],
          [670, 160, 640, 900, 22, -14],
        ],
      }),
      stitches('M390 170A310 310 0 1 1 389 170Z', gold, 5, '14 9'),
      clipped(
        path('M80 60H390V1000H80Z'),
        use(letter, { stroke: '#F4EDDF', 'stroke-width': 4, 'stroke-dasharray': '12 7' }),
        clipped(
          letter,
          path(Array.from({ length: 30 }, (_, i) => `M60 ${300 + i * 24}L420 ${120 + i * 24}`).join(''), {
            stroke: '#F4EDDF',
            'stroke-width': 2,
            opacity: 0.75,
          }),
        ),
      ),
      clipped(path('M390 60H720V1000H390Z'), thread('N', 390, 640, 430, gold, 9)),
      path('M390 470C470 430 520 520 600 470', { stroke: gold, 'stroke-width': 5 }),
      path('M596 474L700 330', { stroke: colour.ink, 'stroke-width': 11 }),
      path('M598 470L698 333', { stroke: '#D5D8D8', 'stroke-width': 6.5 }),
      el('ellipse', { cx: 690, cy: 344, rx: 3, ry: 11, fill: colour.ink, transform: 'rotate(36 690 344)' }),
      ...[gold, '#A63A24', '#F4EDDF'].map((color, i) => place(cone(color, 150), 190 + i * 120, 950)),
    ),
  places: [
    [270, 400],
    [300, 520],
    [480, 560],
    [560, 730],
  ],
  cloth: twill,
  swatches: [twill, cloth(gold, 'rib')],
};
