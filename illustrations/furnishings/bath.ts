import { colour, shade, tint } from '../core/palette';
import { outline, symmetric } from '../core/pens/curve';
import { solid, stitches } from '../core/props';
import { all, el, group, path, place, type SvgNode } from '../core/svg';
import { type Cloth, tubeLight } from '../core/textures';
import { drape, fallLight, shadow, soft } from './cloth';

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
