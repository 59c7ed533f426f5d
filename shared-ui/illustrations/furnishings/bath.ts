import { outline, symmetric } from '../core/curve';
import { colour, shade, tint } from '../core/palette';
import { hanger, solid, stitches } from '../core/props';
import { all, el, group, path, place, type SvgNode } from '../core/svg';
import { type Cloth, tubeLight } from '../core/textures';
import { drape, fabric, fallLight, plumpLight, shadow, soft } from './cloth';

const ink = colour.ink;

/** A towel rolled up and seen from its end, its foot's middle at (0, 0), `r` thick, `l` long to the upper right. */
export function roll(r: number, material: Cloth, l = 0): SvgNode {
  const spiral = `M${r * 0.1} 0A${r * 0.16} ${r * 0.16} 0 1 0 ${-r * 0.2} ${r * 0.05}A${r * 0.34} ${r * 0.34} 0 1 1 ${r * 0.42} ${r * 0.1}A${r * 0.52} ${r * 0.52} 0 1 1 ${-r * 0.62} 0A${r * 0.7} ${r * 0.7} 0 0 1 ${r * 0.7} ${-r * 0.3}A${r * 0.82} ${r * 0.82} 0 0 1 ${r * 0.2} ${r * 0.8}`;
  const end = el('circle', { cx: 0, cy: -r, r, fill: tint(material.base, 0.25), stroke: ink, 'stroke-width': 2.2 });
  const dy = -l * 0.32;
  const body = `M${-r * 0.3} ${-r * 1.96}L${l - r * 0.3} ${dy - r * 1.9}A${r * 0.95} ${r * 0.95} 0 0 1 ${l + r * 0.3} ${dy - r * 0.1}L${r * 0.3} ${-r * 0.05}A${r} ${r} 0 0 1 ${-r * 0.3} ${-r * 1.96}Z`;
  return all(
    l ? soft(body, material, { light: fallLight }) : undefined,
    end,
    path(spiral, { stroke: ink, 'stroke-width': 1.3, opacity: 0.7, transform: `translate(0 ${-r})` }),
  );
}

/** A towel over a bar at y = 0, from x = 0, `w` wide and `h` long, with a border and a fringe or hem. */
export function hangingTowel(w: number, h: number, material: Cloth, trim: string, monogram?: SvgNode): SvgNode {
  const band = (y: number, b: number) => path(`M-6 ${y}h${w + 12}v${b}h${-w - 12}z`, { fill: trim });
  return all(
    drape(
      [
        [0, 4, w - 4],
        [h * 0.86, 2, w - 2],
      ],
      3,
      material,
      { hem: 3, seed: 11, width: 1.8 },
    ),
    drape(
      [
        [-4, 0, w],
        [h * 0.5, -1, w + 1],
        [h, -2, w + 2],
      ],
      3,
      material,
      { hem: 4, seed: 5 },
    ),
    group({ opacity: 0.85 }, band(h - 46, 9), band(h - 32, 3), band(h - 54, 3)),
    monogram && place(monogram, w / 2, h * 0.62),
  );
}

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

/** A mat lying on the floor, about its middle, seen from the front: `w` by `h` with a woven border. */
export function mat(w: number, h: number, material: Cloth, trim: string): SvgNode {
  const k = w * 0.1;
  const shape = (i: number) =>
    `M${-w / 2 + k + i} ${-h / 2 + i * 0.5}H${w / 2 - k - i}L${w / 2 - i * 1.4} ${h / 2 - i * 0.5}H${-w / 2 + i * 1.4}Z`;
  const tufts = Array.from(
    { length: Math.round(w / 9) },
    (_, i) => `M${-w / 2 + i * 9 + 4} ${h / 2 + 4}l${(i % 3) - 1} 10`,
  ).join('');
  return all(
    el('ellipse', { cx: 0, cy: h / 2, rx: w * 0.56, ry: 16, fill: ink, opacity: 0.12 }),
    path(tufts, { stroke: shade(material.base, 0.3), 'stroke-width': 3 }),
    soft(
      shape(0),
      material,
      { light: fallLight },
      path(shape(16), { stroke: trim, 'stroke-width': 7 }),
      path(shape(26), { stroke: trim, 'stroke-width': 2 }),
    ),
    path(`M${-w / 2} ${h / 2}h${w}v7h${-w}z`, { fill: shade(material.base, 0.22), stroke: ink, 'stroke-width': 1.6 }),
  );
}

/** A free-standing bath, the middle of its foot at (0, 0); 420 wide, 190 high. */
export function bathtub(): SvgNode {
  const tub = symmetric(
    [0, -176],
    [196, -178],
    [210, -170, 's'],
    [204, -150, 's'],
    [176, -50, 's'],
    [120, -18, 's'],
    [0, -16],
  );
  return all(
    shadow(0, 2, 250, 20),
    ...[-120, 120].map((x) =>
      solid(
        outline([x - 16, -26], [x + 16, -26], [x + 12, -4, 's'], [x + 18, 0], [x - 18, 0], [x - 12, -4, 's']),
        colour.brass,
        1.8,
      ),
    ),
    soft(
      tub,
      { base: '#FBF8F1' },
      {
        light: fallLight,
        width: 2.6,
        folds: [
          [-170, -60, -120, -24, 10, 4],
          [150, -130, 120, -40, 14, -8],
        ],
      },
    ),
    soft(
      'M-216 -180Q-216 -192 -204 -192H204Q216 -192 216 -180T204 -168H-204Q-216 -168 -216 -180Z',
      { base: '#FFFDF8' },
      { light: fallLight },
    ),
  );
}

/** A basket of woven cane, the middle of its foot at (0, 0). */
export function basket(w: number, h: number, color = '#C9A875'): SvgNode {
  const d = `M${-w / 2} ${-h}H${w / 2}L${w / 2 - w * 0.06} 0H${-w / 2 + w * 0.06}Z`;
  const weave = Array.from(
    { length: Math.floor(h / 10) },
    (_, i) => `M${-w / 2} ${-h + 8 + i * 10}q6 -5 12 0${'t12 0'.repeat(Math.floor(w / 12) - 1)}`,
  ).join('');
  return all(
    shadow(0, 2, w * 0.6, 12),
    soft(d, { base: color }, {}, path(weave, { stroke: shade(color, 0.4), 'stroke-width': 2 })),
    path(`M${-w / 2 - 4} ${-h}h${w + 8}`, { stroke: ink, 'stroke-width': 11 }),
    path(`M${-w / 2 - 4} ${-h}h${w + 8}`, { stroke: color, 'stroke-width': 8, 'stroke-dasharray': '10 3' }),
  );
}

/** A round brass bar with two brackets on a wall, `w` long from (0, 0). */
export const bar = (w: number, color: string = colour.brass): SvgNode =>
  all(
    ...[8, w - 8].map((x) => el('circle', { cx: x, cy: 0, r: 13, fill: color, stroke: ink, 'stroke-width': 2 })),
    solid(`M-6 -5H${w + 6}V5H-6Z`, color, 1.8, path(`M-6 -5H${w + 6}V5H-6Z`, { fill: tubeLight })),
  );

/** The house's crest in satin stitch: N over a wreath, about (0, 0), 60 wide. */
export const crest = (color: string): SvgNode =>
  all(
    stitches('M0 -26A26 26 0 1 1 -.1 -26Z', color, 2.4, '5 2.5'),
    path('M-11 12V-12L11 12V-12', { stroke: color, 'stroke-width': 4.5 }),
    path('M-11 12V-12L11 12V-12', { stroke: '#fff', 'stroke-width': 1, opacity: 0.5, 'stroke-dasharray': '1.5 1.5' }),
  );
