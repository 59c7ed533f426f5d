import { colour, mix, shade, tint } from '../../core/palette';
import { outline } from '../../core/pens/curve';
import { lettering } from '../../core/pens/lettering';
import { grainLine, notch, pin, solid, stitches } from '../../core/props';
import { all, el, group, path, place, type SvgNode, url } from '../../core/svg';
import { type Cloth, tubeLight } from '../../core/textures';
import { folded } from '../../furnishings/bedding';
import { shadow, soft } from '../../furnishings/cloth';
import { bolt } from './bolt';

const ink = colour.ink;
const stop = (offset: number, color: string, opacity = 1) =>
  el('stop', { offset, 'stop-color': color, 'stop-opacity': opacity });

/** A wall papered with pattern paper: a fine grid with crosses, in the given tone. */
export function paperWall(w: number, h: number, color: string = colour.paper, lineColor = shade(color, 0.18)): SvgNode {
  const grid = el(
    'pattern',
    { width: 50, height: 50, patternUnits: 'userSpaceOnUse' },
    path('M0 0h50M0 0v50', { stroke: lineColor, 'stroke-width': 0.9, opacity: 0.4 }),
    path('M25 21v8M21 25h8', { stroke: lineColor, 'stroke-width': 0.9, opacity: 0.5 }),
  );
  const light = url(
    el(
      'linearGradient',
      { x1: 0, y1: 0, x2: 1, y2: 0.5 },
      stop(0, tint(color, 0.7)),
      stop(0.55, color),
      stop(1, shade(color, 0.22)),
    ),
  );
  const box = `M0 0H${w}V${h}H0Z`;
  return all(path(box, { fill: light }), path(box, { fill: url(grid) }));
}

/** A slanting shaft of window light over everything behind it. */
export const shaft = (d: string, opacity = 0.2, color = '#FFF4D2'): SvgNode => path(d, { fill: color, opacity });

/** A free-standing clothes rail: two uprights with feet, `w` wide, the pole `h` above the floor; its left foot at (0, 0). */
export function railStand(w: number, h: number, color = '#3D4047'): SvgNode {
  const post = (x: number) =>
    all(
      solid(
        `M${x - 7} ${-h - 10}h14V-12h-14z`,
        color,
        2,
        path(`M${x - 7} ${-h - 10}h14V-12h-14z`, { fill: tubeLight }),
      ),
      solid(`M${x - 56} -14h112l8 14h-128z`, color, 2),
      el('circle', { cx: x - 48, cy: 6, r: 9, fill: ink }),
      el('circle', { cx: x + 48, cy: 6, r: 9, fill: ink }),
    );
  return all(
    shadow(w / 2, 8, w * 0.56, 26),
    post(0),
    post(w),
    solid(`M0 -72H${w}V-62H0Z`, color, 1.8),
    solid(`M-10 ${-h - 7}H${w + 10}V${-h + 7}H-10Z`, color, 2.2),
    path(`M0 ${-h - 3}H${w}`, { stroke: '#fff', 'stroke-width': 2, opacity: 0.4 }),
  );
}

/** Pattern pieces of a jacket, each about its middle, roughly 200 by 260: outline, seam line, notches, grain, name. */
export function piece(kind: 'front' | 'back' | 'sleeve' | 'collar', paint = '#FBF6EA'): SvgNode {
  const shapes = {
    front: [
      outline([-78, -104], [-20, -128], [4, -84, 's'], [70, -96], [60, -30, 's'], [74, 20, 's'], [86, 126], [-78, 130]),
      'FRONT',
    ],
    back: [
      outline([-70, -110], [-30, -128], [-8, -120, 's'], [58, -104], [52, -40, 's'], [70, 6], [64, 128], [-74, 126]),
      'BACK',
    ],
    sleeve: [
      outline([-92, -20], [-50, -90, 's'], [0, -118, 's'], [52, -88, 's'], [94, -18], [56, 130], [-54, 132]),
      'SLEEVE',
    ],
    collar: [outline([-110, 20], [-104, -26], [0, -8, 's'], [104, -26], [110, 20], [0, 40, 's']), 'COLLAR'],
  } as const;
  const [d, name] = shapes[kind];
  return all(
    path(d, { fill: ink, opacity: 0.18, transform: 'translate(5 7)' }),
    path(d, { fill: paint, stroke: ink, 'stroke-width': 2 }),
    group({ transform: 'scale(.9)' }, stitches(d, colour.indigo, 1.6, '7 5')),
    kind === 'collar' ? undefined : place(grainLine(140, ink, 1.8), -44, 16),
    kind === 'collar' ? undefined : all(notch(-78, 20, -90), notch(kind === 'back' ? 66 : 74, 40, 90)),
    lettering(
      name,
      kind === 'collar' || kind === 'sleeve' ? 6 : 22,
      kind === 'collar' ? 6 : 62,
      12,
      { 'stroke-width': 1.6 },
      'middle',
    ),
    lettering(
      '40',
      kind === 'collar' ? 84 : 24,
      kind === 'collar' ? 4 : 20,
      kind === 'collar' ? 9 : 20,
      { stroke: colour.madder, 'stroke-width': 1.8 },
      'middle',
    ),
  );
}

/** Chalk outlines of pieces yet to be cut, for cloth on the table. */
export const chalked = (d: string, color = '#F6EFDF'): SvgNode =>
  all(path(d, { stroke: color, 'stroke-width': 2.4, opacity: 0.85, 'stroke-dasharray': '26 3 9 3' }));

/** A cupboard of open shelves, `w` by `h`, its foot's left corner at (0, 0), boards at the given heights above the floor. */
export function cupboard(
  w: number,
  h: number,
  boards: readonly number[],
  color: string = colour.wood,
  back = shade('#D9CBAE', 0.12),
): SvgNode {
  const board = (y: number) =>
    all(
      path(`M14 ${-y + 14}H${w - 14}v16H14z`, { fill: ink, opacity: 0.2 }),
      solid(`M10 ${-y}H${w - 10}v14H10z`, color, 1.8),
    );
  return all(
    path(`M0 ${-h}H${w}V0H0Z`, { fill: back }),
    path(`M0 ${-h}H70L10 0H0Z`, { fill: ink, opacity: 0.14 }),
    ...boards.map(board),
    solid(`M-6 ${-h}h20V0h-20zM${w - 14} ${-h}h20V0h-20z`, color, 2.4),
    solid(`M-16 ${-h - 22}H${w + 16}V${-h}H-16Z`, mix(color, '#ffffff', 0.1), 2.4),
    solid(`M-8 -14H${w + 8}V8H-8Z`, color, 2.2),
  );
}

/** Folded pieces side by side in stacks on a board at y = 0 from x = 0. */
export function stacksOn(
  columns: readonly (readonly [w: number, h: number, ...materials: Cloth[]])[],
  gap = 12,
): SvgNode {
  let x = 0;
  return all(
    ...columns.map(([w, h, ...materials]) => {
      const node = place(
        all(...materials.map((material, i) => place(folded(w - (i % 2) * 5, h, material), (i % 3) * 2, -i * h))),
        x,
        0,
      );
      x += w + gap;
      return node;
    }),
  );
}

/** Bolts of cloth piled on a board at y = 0, seen from their ends. */
export function boltEnds(materials: readonly Cloth[], r: number, perRow: number): SvgNode {
  return all(
    ...materials.map((material, i) => {
      const row = Math.floor(i / perRow);
      const x = r + (i % perRow) * r * 2.06 + (row % 2) * r;
      const y = -r - row * r * 1.78;
      return all(
        el('circle', { cx: x, cy: y, r, fill: material.base, stroke: ink, 'stroke-width': 2.2 }),
        path([0.75, 0.52].map((k) => `M${x} ${y - r * k}a${r * k} ${r * k} 0 1 0 .1 0`).join(''), {
          stroke: shade(material.base, 0.45),
          'stroke-width': 1.2,
        }),
        el('circle', { cx: x, cy: y, r: r * 0.24, fill: colour.kraft, stroke: ink, 'stroke-width': 1.4 }),
        path(`M${x - r * 0.66} ${y - r * 0.3}A${r * 0.74} ${r * 0.74} 0 0 1 ${x} ${y - r * 0.84}`, {
          stroke: '#fff',
          'stroke-width': 2.4,
          opacity: 0.45,
        }),
      );
    }),
  );
}

/** Bolts lying one on another on a board at y = 0. */
export const boltPile = (w: number, r: number, materials: readonly Cloth[]): SvgNode =>
  all(
    ...materials.map((material, i) =>
      place(bolt(w - ((i * 17) % 30), r, material), ((i * 29) % 22) + r * 0.4, -r - i * r * 1.94),
    ),
  );

/** A cardboard carton with its label, `w` by `h`, its foot's left corner at (0, 0). */
export const carton = (w: number, h: number, text: string, color: string = colour.kraft): SvgNode =>
  all(
    path(`M6 0H${w + 10}v8H6z`, { fill: ink, opacity: 0.2 }),
    soft(`M0 ${-h}H${w}V0H0Z`, { base: color }, { seams: `M0 ${-h * 0.84}H${w}` }),
    path(`M${w * 0.42} ${-h}h${w * 0.16}v${h * 0.4}h${-w * 0.16}z`, {
      fill: '#EFE2C6',
      stroke: ink,
      'stroke-width': 1,
    }),
    path(`M${w * 0.08} ${-h * 0.38}h${w * 0.5}v${h * 0.26}h${-w * 0.5}z`, {
      fill: '#FBF6EA',
      stroke: ink,
      'stroke-width': 1.2,
    }),
    lettering(text, w * 0.12, -h * 0.29, Math.min(h * 0.09, (w * 0.44) / text.length), { 'stroke-width': 1.2 }),
  );

/** A sheet pinned to the wall: drawn about its middle, the pin `rise` above it. */
export const pinned = (node: SvgNode, rise = 92, color: string = colour.madder): SvgNode =>
  all(node, place(pin(color), 4, -rise, 1.2));
