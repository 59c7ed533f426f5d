import { colour } from '../core/palette';
import { outline, symmetric } from '../core/pens/curve';
import { labelTag, swatch } from '../core/props';
import { all, path, place, type SvgNode } from '../core/svg';
import { crest } from '../furnishings/bath';
import { fabric, fallLight, plumpLight, shadow, soft } from '../furnishings/cloth';
import { floor, wall } from '../furnishings/rooms';
import { withinSquare } from './square';

const ink = colour.ink;

function sachet(material: Parameters<typeof soft>[1], ribbon: string, mark = true): SvgNode {
  const body = symmetric([0, -40], [30, -44], [34, -30], [84, 6, 's'], [92, 90, 's'], [70, 134, 's'], [0, 140]);
  const ruff = outline(
    [-32, -40],
    [-62, -92, 's'],
    [-34, -84, 's'],
    [-16, -104, 's'],
    [4, -86, 's'],
    [26, -104, 's'],
    [42, -84, 's'],
    [64, -90, 's'],
    [32, -40],
  );
  return all(
    shadow(6, 138, 100, 14),
    soft(ruff, material, {
      folds: [
        [-24, -44, -36, -80, 5, 2],
        [0, -44, 2, -84, 5, 2],
        [22, -44, 34, -80, 5, -2],
      ],
    }),
    soft(body, material, {
      light: plumpLight,
      width: 2.4,
      folds: [
        [-22, -36, -54, 30, 7, 5],
        [22, -36, 56, 20, 7, -5],
        [-4, -36, -12, 30, 5, 3],
        [70, 60, 50, 110, 7, -4],
      ],
    }),
    path('M-36 -42Q0 -28 36 -42', { stroke: ink, 'stroke-width': 11 }),
    path('M-36 -42Q0 -28 36 -42', { stroke: ribbon, 'stroke-width': 8 }),
    path('M4 -34C-40 -70 -50 -20 4 -32C50 -70 60 -20 4 -34M2 -32L-26 30M8 -32L30 34', {
      stroke: ink,
      'stroke-width': 7,
    }),
    path('M4 -34C-40 -70 -50 -20 4 -32C50 -70 60 -20 4 -34M2 -32L-26 30M8 -32L30 34', {
      stroke: ribbon,
      'stroke-width': 4.5,
    }),
    mark && place(crest(ribbon), 0, 76, 0.95),
  );
}

function sprig(color: string): SvgNode {
  const buds = Array.from(
    { length: 9 },
    (_, i) => `M0 ${-70 - i * 13}q-13 -3 -11 -16q11 2 11 14q2 -14 12 -16q2 13 -12 18z`,
  ).join('');
  return all(
    path('M0 60Q6 -40 0 -190M1 20q-26 -10 -34 -40M1 0q26 -10 32 -36', { stroke: '#65755A', 'stroke-width': 3 }),
    path(buds, { fill: color, stroke: ink, 'stroke-width': 1.2 }),
  );
}

export const sachets = () =>
  all(
    wall(800, 600, '#DDE1D3'),
    floor(800, 250, 600, '#C2A578'),
    withinSquare(
      96,
      78,
      0.76,
      place(swatch(fabric.palm, 620, 230), 90, 330),
      soft(
        'M120 470L170 300H630L680 470V492H120Z',
        { base: '#B98A57' },
        { light: fallLight, width: 2.6, seams: 'M142 458L184 314H616L658 458Z' },
      ),
      place(sprig('#7C6E9E'), 650, 250, 1.1, 24),
      place(sprig('#8C7FB0'), 650, 280, 1, 30),
      place(sprig('#7C6E9E'), 610, 240, 0.95, 12),
      place(sachet(fabric.sprig, '#A63A24', false), 250, 276, 1.05),
      place(sachet(fabric.linen, '#65755A'), 410, 300, 1.2),
      place(sachet(fabric.sage, '#F6F0E2'), 566, 290, 1.02),
      place(sachet(fabric.stripe, '#22305F', false), 130, 410, 0.86),
      place(labelTag('VETIVER + LAVENDER', 'LINEN CUPBOARD SACHET'), 440, 556),
      path('M640 520q30 -20 60 0q-30 20 -60 0zM700 540q24 -18 50 -2', {
        fill: '#8A9A7B',
        stroke: ink,
        'stroke-width': 1.4,
      }),
    ),
  );
