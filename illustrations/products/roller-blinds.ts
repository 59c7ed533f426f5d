import { colour } from '../core/palette';
import { solid, stitches } from '../core/props';
import { all, el, path, place } from '../core/svg';
import { tubeLight } from '../core/textures';
import { fabric, fallLight, soft } from '../furnishings/cloth';
import { windowFrame } from '../furnishings/windows';
import type { Product } from './product';

const beads = (x: number) => `M${x} 190V860`;

/** A roller blind from its tube to the pocket of its bottom bar, the chain at its side. */
export const rollerBlinds: Product = {
  ground: { color: '#C9CFC0', surface: 'grid' },
  draw: () =>
    all(
      place(windowFrame(520, 640, 'trees', 2, 2), 120, 400),
      soft('M128 190H628V770H128Z', fabric.stripe, {
        light: fallLight,
        width: 2.6,
        folds: [
          [200, 220, 190, 760, 12, 4],
          [560, 220, 566, 760, 14, -4],
        ],
      }),
      solid(
        'M110 118H646V204H110Z',
        fabric.stripe.base,
        2.6,
        path('M110 118H646V204H110Z', { fill: tubeLight, transform: 'rotate(90 378 161)scale(1 1)' }),
      ),
      path('M110 134H646M110 150H646M110 186H646', { stroke: colour.ink, 'stroke-width': 1.1, opacity: 0.5 }),
      ...[84, 630].map((x) => solid(`M${x} 96h42v128h-42z`, '#DCE0DA', 2.6)),
      el('circle', { cx: 651, cy: 160, r: 34, fill: '#EDEFEA', stroke: colour.ink, 'stroke-width': 2.6 }),
      el('circle', { cx: 651, cy: 160, r: 14, fill: colour.steel, stroke: colour.ink, 'stroke-width': 2 }),
      ...[628, 676].map((x) => path(beads(x), { stroke: colour.ink, 'stroke-width': 9, 'stroke-dasharray': '0 13' })),
      ...[628, 676].map((x) => path(beads(x), { stroke: '#F3ECDC', 'stroke-width': 6, 'stroke-dasharray': '0 13' })),
      path('M628 860A24 24 0 0 0 676 860', { stroke: colour.ink, 'stroke-width': 9, 'stroke-dasharray': '0 13' }),
      solid('M118 752H638V800H118Z', fabric.stripe.base, 2.4),
      stitches('M126 762H630', '#65755A', 2.2, '9 6'),
      solid('M112 780H644V806H112Z', '#B9A07A', 2.2),
    ),
  places: [
    [646, 160],
    [628, 470],
    [600, 640],
    [420, 790],
  ],
  cloth: fabric.stripe,
  swatches: [fabric.stripe, fabric.deepSage],
};
