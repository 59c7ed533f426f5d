import { colour, mix, shade, tint } from '../core/palette';
import { outline, symmetric } from '../core/pens/curve';
import { lettering } from '../core/pens/lettering';
import { grainLine, solid } from '../core/props';
import { all, el, group, path, place, type SvgNode, url } from '../core/svg';
import { tubeLight } from '../core/textures';
import { shadow, shadowPaint } from './cloth';

const ink = colour.ink;
const stop = (offset: number, color: string, opacity = 1) =>
  el('stop', { offset, 'stop-color': color, 'stop-opacity': opacity });

/** A pot plant, the middle of its pot's foot at (0, 0), about `size` high. */
export function plant(size: number, pot = '#B5654A', leaf = '#65755A'): SvgNode {
  const k = size / 300;
  const leaves = [-74, 70, -50, 48, -26, 28, -6, 12].map((angle, i) => {
    const l = 150 + (i % 3) * 26;
    const d = `M0 0C${-26 + i * 2} ${-l * 0.4} -22 ${-l * 0.8} 0 ${-l}C22 ${-l * 0.8} 24 ${-l * 0.4} 0 0Z`;
    return group(
      { transform: `translate(0 -84) rotate(${angle})` },
      path(d, { fill: i % 2 ? leaf : shade(leaf, 0.22), stroke: ink, 'stroke-width': 2 }),
      path(`M0 0V${-l * 0.86}M0 ${-l * 0.3}l-9 -16M0 ${-l * 0.3}l10 -16M0 ${-l * 0.52}l-9 -16M0 ${-l * 0.52}l9 -16`, {
        stroke: tint(leaf, 0.5),
        'stroke-width': 1.6,
      }),
    );
  });
  return group(
    { transform: `scale(${k})` },
    shadow(8, 0, 84, 16),
    ...leaves,
    solid(symmetric([0, -96], [56, -96], [50, -10, 's'], [40, 0], [0, 0]), pot, 2.4),
    solid('M-62 -108H62V-84H-62Z', pot, 2.2),
    path('M-48 -70H48', { stroke: '#fff', 'stroke-width': 3, opacity: 0.3 }),
  );
}

/** A lamp with a pleated shade, the middle of its foot at (0, 0); `h` high. */
export function lamp(h: number, shadeColor = '#F3E6C4', base: string = colour.brass): SvgNode {
  const s = h * 0.42;
  const d = `M${-s * 0.36} ${-h}H${s * 0.36}L${s * 0.68} ${-h + s}H${-s * 0.68}Z`;
  const pleats = [-0.6, -0.36, -0.12, 0.12, 0.36, 0.6]
    .map((p) => `M${s * 0.36 * p * 1.6} ${-h}L${s * 0.68 * p * 1.5} ${-h + s}`)
    .join('');
  return all(
    el('ellipse', {
      cx: 0,
      cy: -h + s * 0.8,
      rx: s * 1.7,
      ry: s * 1.5,
      fill: url(el('radialGradient', {}, stop(0, '#FFE9A8', 0.6), stop(1, '#FFE9A8', 0))),
    }),
    shadow(0, 0, s * 0.7, 8),
    solid(
      symmetric(
        [0, -h + s],
        [5, -h + s],
        [6, -h * 0.34, 's'],
        [h * 0.1, -h * 0.2, 's'],
        [5, -8, 's'],
        [h * 0.13, 0],
        [0, 0],
      ),
      base,
      2,
    ),
    solid(d, shadeColor, 2.2, path(pleats, { stroke: ink, 'stroke-width': 0.9, opacity: 0.5 })),
  );
}

/** A pendant lamp hanging from y = 0, `drop` down. */
export const pendant = (drop: number, r = 46, color = '#65755A'): SvgNode =>
  all(
    el('ellipse', {
      cx: 0,
      cy: drop + r * 1.3,
      rx: r * 3,
      ry: r * 2.2,
      fill: url(el('radialGradient', {}, stop(0, '#FFE9A8', 0.5), stop(1, '#FFE9A8', 0))),
    }),
    path(`M0 0V${drop - r * 0.5}`, { stroke: ink, 'stroke-width': 2.6 }),
    el('ellipse', {
      cx: 0,
      cy: drop + r * 0.5,
      rx: r,
      ry: r * 0.14,
      fill: '#FFF3C9',
      stroke: ink,
      'stroke-width': 1.6,
    }),
    solid(
      symmetric(
        [0, drop - r * 0.6],
        [r * 0.2, drop - r * 0.56],
        [r * 0.8, drop - r * 0.1, 's'],
        [r, drop + r * 0.5],
        [0, drop + r * 0.6],
      ),
      color,
      2.2,
    ),
  );

/** A table of `w`, `h` high, the middle of its foot at (0, 0). */
export function table(w: number, h: number, color: string = colour.wood, thick = 20): SvgNode {
  const leg = (x: number) =>
    solid(
      `M${x - 10} ${-h + thick}h20l-4 ${h - thick}h-12z`,
      color,
      1.8,
      path(`M${x - 10} ${-h + thick}h20l-4 ${h - thick}h-12z`, { fill: tubeLight }),
    );
  return all(
    shadow(0, 2, w * 0.56, 16),
    leg(-w / 2 + 26),
    leg(w / 2 - 26),
    path(`M${-w / 2 + 16} ${-h + thick}h${w - 32}v22h${32 - w}z`, {
      fill: shade(color, 0.3),
      stroke: ink,
      'stroke-width': 1.6,
    }),
    solid(`M${-w / 2} ${-h}h${w}v${thick}h${-w}z`, color, 2.2),
    path(`M${-w / 2 + 10} ${-h + 7}h${w * 0.5}m20 4h${w * 0.3}`, {
      stroke: shade(color, 0.4),
      'stroke-width': 1,
      opacity: 0.6,
    }),
  );
}

/** A shelf board on brackets from (0, 0), its top at y = 0. */
export const shelf = (w: number, color: string = colour.wood, thick = 16): SvgNode =>
  all(
    path(`M4 ${thick}h${w - 8}v14h${8 - w}z`, { fill: ink, opacity: 0.16 }),
    solid(`M0 0H${w}V${thick}H0Z`, color, 2),
    path(`M10 5H${w * 0.6}M${w * 0.66} 9H${w - 14}`, { stroke: shade(color, 0.4), 'stroke-width': 1, opacity: 0.6 }),
  );

/** A framed sheet on the wall, `w` by `h`: a pattern piece, a swatch or anything given. */
export function picture(w: number, h: number, inside: SvgNode, frame: string = colour.wood): SvgNode {
  return all(
    path(`M5 8h${w}v${h}h${-w}z`, { fill: ink, opacity: 0.18 }),
    solid(`M0 0H${w}V${h}H0Z`, frame, 2),
    path(`M9 9H${w - 9}V${h - 9}H9Z`, { fill: colour.paper, stroke: ink, 'stroke-width': 1.2 }),
    place(inside, w / 2, h / 2),
  );
}

/** A paper pattern piece of a bodice about its middle, as the studio pins them up; 120 by 170. */
export const patternPiece = (name = 'FRONT'): SvgNode =>
  all(
    path(outline([-46, -70], [-10, -84], [4, -58, 's'], [40, -62], [44, -20, 's'], [52, 78], [-48, 84]), {
      fill: mix(colour.paper, '#ffffff', 0.35),
      stroke: ink,
      'stroke-width': 1.6,
    }),
    path(outline([-38, -62], [-10, -73], [8, -50, 's'], [32, -53], [36, -20, 's'], [43, 70], [-40, 75]), {
      stroke: colour.indigo,
      'stroke-width': 1.2,
      'stroke-dasharray': '5 4',
    }),
    place(grainLine(80, ink, 1.2), -14, 14),
    lettering(name, 0, 36, 8, { stroke: ink, 'stroke-width': 1 }),
  );

/** A vase with a few dried stems, the middle of its foot at (0, 0). */
export const vase = (h: number, color = '#A9B699'): SvgNode =>
  all(
    path(
      `M0 ${-h * 0.4}C-4 ${-h * 0.8} -20 ${-h} -34 ${-h * 1.3}M0 ${-h * 0.4}C4 ${-h * 0.9} 6 ${-h * 1.1} 4 ${-h * 1.5}M0 ${-h * 0.4}C6 ${-h * 0.8} 20 ${-h} 38 ${-h * 1.2}`,
      { stroke: '#8A7444', 'stroke-width': 2.2 },
    ),
    path(
      [
        [-34, -1.3],
        [4, -1.5],
        [38, -1.2],
        [-18, -1.02],
        [20, -1],
      ]
        .map(([x = 0, y = 0]) => `M${x} ${y * h}c-9 -6 -9 -20 0 -30c9 10 9 24 0 30z`)
        .join(''),
      { fill: '#D8B98B', stroke: ink, 'stroke-width': 1.3 },
    ),
    el('ellipse', { cx: 4, cy: 0, rx: h * 0.34, ry: 6, fill: shadowPaint }),
    solid(
      symmetric(
        [0, -h * 0.55],
        [h * 0.1, -h * 0.55],
        [h * 0.11, -h * 0.46, 's'],
        [h * 0.28, -h * 0.24, 's'],
        [h * 0.18, 0, 's'],
        [0, 0],
      ),
      color,
      2,
    ),
  );
