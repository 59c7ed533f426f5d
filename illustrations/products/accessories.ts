import { colour, dye, tint } from '../core/palette';
import { stitches } from '../core/props';
import { all, el, path, place } from '../core/svg';
import { cloth } from '../core/textures';
import { plumpLight, soft } from '../furnishings/cloth';
import { badge } from '../merchandise/accessories';
import type { Product } from './product';

const silk = cloth(dye.madder, 'stripe', '#22305F', undefined, 2.6);
const hide = cloth(dye.hide, 'leather', undefined, undefined, 1.6);

const belt = () =>
  all(
    soft('M420 110H520V790L470 850L420 790Z', hide, { light: plumpLight, width: 2.6 }),
    stitches('M432 120V784L470 830L508 784V120', tint(dye.hide, 0.55), 2.4, '9 6'),
    ...[560, 630, 700, 770].map((y) =>
      el('ellipse', { cx: 470, cy: y, rx: 7, ry: 9, fill: '#3B2413', stroke: colour.ink, 'stroke-width': 2 }),
    ),
    path('M392 190H548V330H392Z', { stroke: colour.ink, 'stroke-width': 24 }),
    path('M392 190H548V330H392Z', { stroke: colour.brass, 'stroke-width': 17 }),
    path('M398 186H542', { stroke: '#fff', 'stroke-width': 4, opacity: 0.6 }),
    path('M470 330V196', { stroke: colour.ink, 'stroke-width': 17 }),
    path('M470 330V196', { stroke: colour.brass, 'stroke-width': 11 }),
    soft('M404 400H536V440H404Z', hide, { width: 2.4 }),
  );

const tie = () =>
  all(
    soft('M198 240H268L320 850L234 960L148 850Z', silk, {
      width: 2.6,
      folds: [
        [224, 260, 200, 860, 14, 6],
        [262, 260, 284, 840, 12, -6],
      ],
    }),
    soft('M172 110Q234 92 294 110L272 240Q234 262 194 240Z', silk, {
      light: plumpLight,
      width: 2.6,
      folds: [[206, 140, 226, 236, 9, 4]],
    }),
    path('M196 700H274V716H196Z', { fill: colour.brass, stroke: colour.ink, 'stroke-width': 2.4 }),
  );

/** Tie, belt and badge at the size of the hand that checks them. */
export const accessories: Product = {
  ground: { color: '#E6DBC3', surface: 'dots' },
  draw: () => all(tie(), belt(), place(badge('ANITA', 'GUEST RELATIONS'), 500, 950, 1.9, -4)),
  places: [
    [540, 262],
    [262, 180],
    [508, 600],
    [600, 930],
  ],
  cloth: silk,
  swatches: [silk, cloth(dye.hide, 'leather')],
};
