import { colour, dye } from '../../core/palette';
import { path } from '../../core/svg';
import { cloth } from '../../core/textures';
import { legs } from '../cuts/legs';
import { top } from '../cuts/top';
import type { OutfitSpec } from '../garment';
import { frontEdge, princess } from '../parts/details';

const muslin = cloth('#EADFC6', 'linen');

/** Tacking and balance lines, as a fitter marks them: chest, waist and the new front edge. */
const balance = () => [
  path('M-92 96Q0 108 92 96M-80 190Q0 202 80 190M-86 268Q0 280 86 268', {
    stroke: dye.indigo,
    'stroke-width': 1.5,
    'stroke-dasharray': '9 5',
  }),
  path('M-30 128C-34 180 -34 240 -30 322M64 40C70 90 62 150 58 322M-64 40C-70 90 -62 150 -58 322', {
    stroke: colour.madder,
    'stroke-width': 1.5,
    'stroke-dasharray': '7 5',
  }),
];

/** A jacket in muslin at its first fitting, tacked and marked, over finished trousers. */
export const toile: OutfitSpec = {
  build: 'slim',
  pose: 'form',
  layers: [
    legs({ cloth: cloth(dye.slate, 'herringbone'), hem: 'ankle', crease: true }),
    top({
      cloth: muslin,
      collar: { kind: 'notch', depth: 118 },
      fit: 'tailored',
      hem: 'seat',
      sleeve: { to: 0.97 },
      inside: [princess],
      on: [frontEdge(118, -9, false), () => balance()[0], () => balance()[1]],
    }),
  ],
};
