import { colour, shade, tint } from '../../core/palette';
import { outline } from '../../core/pens/curve';
import { solid, swatch } from '../../core/props';
import { all, el, path, place, type SvgNode } from '../../core/svg';
import type { Cloth } from '../../core/textures';
import { type BedOptions, bed } from '../../furnishings/bedding';
import { fallLight, soft } from '../../furnishings/cloth';
import { floor, skirting, wall } from '../../furnishings/rooms';
import { lamp, picture, table } from '../../furnishings/things';

const ink = colour.ink;

/** Wall, skirting and floor of a room of 1600 by 1000 whose floor begins at `y`. */
export const shell = (
  color: string,
  ground: string,
  y = 740,
  kind: 'boards' | 'tiles' | 'carpet' = 'boards',
): SvgNode => all(wall(1600, y, color), floor(1600, y, 1000, ground, kind), skirting(1600, y, color, 34));

/** Upright panels let into the wall between two heights. */
export const panels = (x: number, y: number, w: number, h: number, n: number, color: string): SvgNode =>
  path(
    Array.from({ length: n }, (_, i) => `M${x + (i * w) / n + 14} ${y}h${w / n - 28}v${h}h${28 - w / n}z`).join(''),
    { stroke: shade(color, 0.3), 'stroke-width': 2, fill: tint(color, 0.25), 'fill-opacity': 0.4 },
  );

export const rug = (x: number, y: number, rx: number, ry: number, color: string, edge: string): SvgNode =>
  all(
    el('ellipse', { cx: x, cy: y, rx, ry, fill: color, stroke: ink, 'stroke-width': 2 }),
    el('ellipse', {
      cx: x,
      cy: y,
      rx: rx - 16,
      ry: ry - 8,
      stroke: edge,
      'stroke-width': 4,
      'stroke-dasharray': '12 8',
    }),
  );

export const night = (x: number, y: number, lampColor = '#F3E6C4'): SvgNode =>
  place(all(table(150, 130), place(lamp(190, lampColor, '#65755A'), 0, -130)), x, y);

export const room = (options: BedOptions, x: number, y: number, scale: number): SvgNode =>
  place(bed(options), x, y, scale);

export const framed = (x: number, y: number, w: number, h: number, material: Cloth): SvgNode =>
  place(picture(w, h, place(swatch(material, w * 0.6, h * 0.6), -w * 0.3, -h * 0.3)), x, y);

export function umbrella(x: number, y: number, k: number, material: Cloth): SvgNode {
  return place(
    all(
      solid('M-6 -520H6V0H-6Z', colour.wood, 2),
      soft(
        'M-260 -420Q-140 -540 0 -560Q140 -540 260 -420Q195 -440 130 -416Q65 -440 0 -414Q-65 -440 -130 -416Q-195 -440 -260 -420Z',
        material,
        { light: fallLight, seams: 'M0 -560Q-90 -500 -130 -416M0 -560Q90 -500 130 -416M0 -560V-414', width: 2.6 },
      ),
    ),
    x,
    y,
    k,
  );
}

export const palmTree = (x: number, y: number, h: number): SvgNode =>
  place(
    all(
      path(outline([-10, 0], [-4, -h * 0.5, 's'], [12, -h], [22, -h], [10, -h * 0.5, 's'], [12, 0]), {
        fill: '#A98658',
        stroke: ink,
        'stroke-width': 2,
      }),
      path(
        Array.from({ length: 9 }, (_, i) => {
          const a = (-105 + i * 26) * (Math.PI / 180);
          const r = h * 0.52;
          const px = 17 + Math.sin(a) * r;
          const py = -h - Math.cos(a) * r * 0.62 + Math.abs(Math.sin(a)) * r * 0.3;
          return `M17 ${-h}Q${17 + Math.sin(a) * r * 0.5} ${-h - r * 0.5} ${px} ${py}Q${17 + Math.sin(a) * r * 0.6} ${-h - r * 0.2} 17 ${-h}Z`;
        }).join(''),
        { fill: '#65755A', stroke: ink, 'stroke-width': 1.8 },
      ),
    ),
    x,
    y,
  );
