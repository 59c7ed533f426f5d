import { colour, shade } from '../core/palette';
import { outline, symmetric } from '../core/pens/curve';
import { hanger } from '../core/props';
import { all, el, path, place, type SvgNode } from '../core/svg';
import type { Cloth } from '../core/textures';
import { fabric, fallLight, plumpLight, soft } from './cloth';

const ink = colour.ink;

/** A bath robe on a hanger; the hanger's hook at about (0, -40), 560 long, 300 wide. */
export function robe(material: Cloth, trim: string): SvgNode {
  const sleeve = outline(
    [-74, 26],
    [-120, 60, 's'],
    [-150, 180, 's'],
    [-166, 318],
    [-96, 330],
    [-84, 210, 's'],
    [-70, 120],
  );
  const body = symmetric(
    [0, 10],
    [40, 8],
    [84, 26, 's'],
    [98, 70, 's'],
    [92, 200, 's'],
    [112, 380, 's'],
    [126, 540],
    [0, 552],
  );
  const lapel = 'M-34 6C-44 60 -30 130 8 200L34 196C10 140 -8 70 -10 14Z';
  const right = 'M34 6C44 60 36 110 4 186L-16 232L12 226C40 170 66 90 62 14Z';
  const cuff = 'M-164 300L-97 314L-96 332L-167 320Z';
  const flipped = (node: SvgNode) => el('g', { transform: 'scale(-1 1)' }, node);
  return all(
    place(hanger(80, 26), 0, 20, 0.9),
    soft(sleeve, material, {
      light: fallLight,
      folds: [
        [-120, 90, -130, 260, 9, 6],
        [-100, 150, -108, 290, 6, -5],
      ],
    }),
    flipped(
      soft(sleeve, material, {
        light: fallLight,
        folds: [
          [-120, 90, -130, 260, 9, 6],
          [-100, 150, -108, 290, 6, -5],
        ],
      }),
    ),
    soft(cuff, { base: trim }),
    flipped(soft(cuff, { base: trim })),
    soft(body, material, {
      folds: [
        [-70, 230, -92, 520, 14, 8],
        [70, 240, 96, 510, 14, -8],
        [-30, 250, -42, 530, 9, 5],
        [38, 260, 52, 540, 9, -4],
        [-80, 60, -70, 190, 8, 4],
        [84, 60, 74, 190, 8, -4],
      ],
      width: 2.5,
    }),
    path('M6 226C14 330 10 450 16 548', { stroke: ink, 'stroke-width': 1.8 }),
    soft('M-14 20Q0 40 16 20L30 6H-28Z', { base: shade(material.base, 0.25) }),
    soft(right, material, { light: fallLight, stitch: ['M58 16C60 90 34 170 8 222', trim] }),
    soft(lapel, material, { light: fallLight, stitch: ['M-14 16C-12 80 8 140 30 194', trim] }),
    soft('M-96 218Q0 240 97 216L96 246Q0 268 -94 248Z', material, {
      light: fallLight,
      stitch: ['M-92 238Q0 258 92 236', trim],
    }),
    soft('M-6 226L18 222L22 254L-2 258Z', material, { light: plumpLight }),
    soft('M4 254C-4 320 -18 360 -24 410L2 414C8 360 18 310 18 252Z', material, { folds: [[2, 270, -10, 400, 5, 3]] }),
    soft('M12 252C24 310 30 350 40 396L62 390C50 340 36 290 24 250Z', material, { folds: [[22, 268, 46, 390, 5, -3]] }),
    soft('M-86 300H-26V372H-86Z', material, { seams: 'M-86 314H-26' }),
    soft('M44 300H98V372H50Z', material, { seams: 'M46 314H98' }),
  );
}

/** One slipper from above, toe up, about its middle; 96 by 230. */
export function slipper(material: Cloth, trim: string, mark?: SvgNode): SvgNode {
  const sole = outline(
    [-36, -84, 's'],
    [0, -116, 's'],
    [38, -84, 's'],
    [42, -30, 's'],
    [30, 30, 's'],
    [34, 80, 's'],
    [0, 116, 's'],
    [-34, 80, 's'],
    [-30, 30, 's'],
    [-40, -30, 's'],
  );
  const vamp = outline([-41, -20], [-38, -84, 's'], [0, -118, 's'], [40, -84, 's'], [44, -20], [0, -2, 's']);
  return all(
    el('g', { transform: 'translate(7 9)' }, path(sole, { fill: ink, opacity: 0.22 })),
    soft(sole, fabric.oat, {
      width: 2.4,
      stitch: [
        outline([-26, 30, 's'], [-28, 78, 's'], [0, 106, 's'], [28, 78, 's'], [24, 30, 's'], [0, 14, 's']),
        trim,
      ],
    }),
    path('M-24 60Q0 80 24 60', { stroke: ink, 'stroke-width': 1, opacity: 0.3 }),
    soft(vamp, material, {
      light: plumpLight,
      folds: [
        [-30, -30, -18, -70, 4, 2],
        [30, -30, 20, -76, 5, -3],
      ],
    }),
    path('M-41 -20Q0 14 44 -20', { stroke: trim, 'stroke-width': 7 }),
    path('M-41 -24Q0 10 44 -24M-41 -15Q0 18 44 -15', { stroke: ink, 'stroke-width': 1.2 }),
    mark && place(mark, 0, -58),
  );
}
