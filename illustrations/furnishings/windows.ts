import { colour, mix, shade } from '../core/palette';
import { outline } from '../core/pens/curve';
import { rail, solid } from '../core/props';
import { all, clipped, el, path, place, type SvgNode, url } from '../core/svg';
import { type Cloth, sideLight, tubeLight } from '../core/textures';
import { drape, fabric, fallLight, soft } from './cloth';

const ink = colour.ink;
const stop = (offset: number, color: string, opacity = 1) =>
  el('stop', { offset, 'stop-color': color, 'stop-opacity': opacity });

/** What is seen through the pane. */
export type View = 'sky' | 'sea' | 'trees' | 'dusk';

const skies: Record<View, readonly [string, string]> = {
  sky: ['#C9DCE4', '#F7F1DF'],
  sea: ['#BFD9E0', '#F3EEDC'],
  trees: ['#D5E2D6', '#F5F0DC'],
  dusk: ['#7C88AE', '#F0C79A'],
};

/** A view of `w` by `h` from its upper left corner. */
export function outlook(w: number, h: number, view: View = 'trees'): SvgNode {
  const [high, low] = skies[view];
  const sky = url(el('linearGradient', { x1: 0, y1: 0, x2: 0, y2: 1 }, stop(0, high), stop(1, low)));
  const hill = outline(
    [0, h],
    [0, h * 0.66],
    [w * 0.3, h * 0.58, 's'],
    [w * 0.62, h * 0.68, 's'],
    [w, h * 0.6],
    [w, h],
  );
  const crown = (x: number, y: number, r: number) =>
    outline(
      [x - r, y, 's'],
      [x - r * 0.5, y - r * 0.8, 's'],
      [x + r * 0.3, y - r, 's'],
      [x + r, y - r * 0.1, 's'],
      [x + r * 0.5, y + r * 0.7, 's'],
      [x - r * 0.6, y + r * 0.7, 's'],
    );
  const box = path(`M0 0H${w}V${h}H0Z`);
  return clipped(
    box,
    path(`M0 0H${w}V${h}H0Z`, { fill: sky }),
    view === 'sea' && path(`M0 ${h * 0.62}H${w}V${h}H0Z`, { fill: '#7FA9AE' }),
    view === 'sea' &&
      path(`M${w * 0.1} ${h * 0.7}h${w * 0.3}M${w * 0.5} ${h * 0.76}h${w * 0.36}M${w * 0.2} ${h * 0.86}h${w * 0.25}`, {
        stroke: '#fff',
        'stroke-width': 2,
        opacity: 0.6,
      }),
    view !== 'sea' && path(hill, { fill: mix(low, '#65755A', 0.45) }),
    view === 'trees' &&
      path(crown(w * 0.2, h * 0.6, w * 0.2) + crown(w * 0.82, h * 0.55, w * 0.26), { fill: '#8FA183', opacity: 0.85 }),
    view === 'trees' &&
      path(`M${w * 0.2} ${h}V${h * 0.55}M${w * 0.82} ${h}V${h * 0.5}`, {
        stroke: '#6B7359',
        'stroke-width': 4,
        opacity: 0.7,
      }),
    view === 'dusk' && el('circle', { cx: w * 0.66, cy: h * 0.56, r: w * 0.11, fill: '#F6DFA8' }),
    path(`M0 ${h}L${w * 0.5} 0H${w * 0.75}L${w * 0.25} ${h}Z`, { fill: '#fff', opacity: 0.22 }),
  );
}

/** A window `w` by `h`, upper left corner of its frame at (0, 0), with `columns` by `rows` panes and a sill. */
export function windowFrame(
  w: number,
  h: number,
  view: View = 'trees',
  columns = 2,
  rows = 2,
  frame = '#F3ECDC',
): SvgNode {
  const b = 14;
  const bars: string[] = [];
  for (let i = 1; i < columns; i++) bars.push(`M${(w * i) / columns - 4} ${b}h8v${h - 2 * b}h-8z`);
  for (let i = 1; i < rows; i++) bars.push(`M${b} ${(h * i) / rows - 3.5}h${w - 2 * b}v7h${2 * b - w}z`);
  return all(
    solid(`M0 0H${w}V${h}H0Z`, frame, 2.2),
    place(outlook(w - 2 * b, h - 2 * b, view), b, b),
    path(`M${b} ${b}h${w - 2 * b}v10h${2 * b - w}z`, { fill: ink, opacity: 0.14 }),
    path(`M${b} ${b}H${w - b}V${h - b}H${b}Z`, { stroke: ink, 'stroke-width': 1.4 }),
    path(bars.join(''), { fill: frame, stroke: ink, 'stroke-width': 1.3 }),
    solid(`M-16 ${h}H${w + 16}V${h + 14}H-16Z`, frame, 2),
    path(`M-8 ${h + 16}H${w + 8}V${h + 26}H-8Z`, { fill: ink, opacity: 0.14 }),
  );
}

/** One curtain, its heading from (0, 0) to (w, 0). `tied` pulls it to that edge at two thirds of its height. */
export function curtain(
  w: number,
  h: number,
  material: Cloth,
  tied?: 'left' | 'right',
  options: { sheer?: number; pleats?: number; border?: readonly [number, string]; seed?: number } = {},
): SvgNode {
  const { pleats = Math.max(3, Math.round(w / 34)), ...rest } = options;
  const waist = h * 0.62;
  const levels =
    tied === 'left'
      ? ([
          [0, 0, w],
          [h * 0.3, -1, w * 0.86],
          [waist, 0, w * 0.34],
          [h * 0.76, -2, w * 0.44],
          [h, -6, w * 0.58],
        ] as const)
      : tied === 'right'
        ? ([
            [0, 0, w],
            [h * 0.3, w * 0.14, w + 1],
            [waist, w * 0.66, w],
            [h * 0.76, w * 0.56, w + 2],
            [h, w * 0.42, w + 6],
          ] as const)
        : ([
            [0, 0, w],
            [h * 0.5, -2, w + 2],
            [h, -5, w + 5],
          ] as const);
  const x = tied === 'right' ? w * 0.65 : -3;
  const band = `M${x} ${waist - 14}Q${x + w * 0.18} ${waist + 4} ${x + w * 0.37} ${waist - 10}v20Q${x + w * 0.18} ${waist + 24} ${x} ${waist + 6}Z`;
  const heads = Array.from({ length: pleats }, (_, i) => {
    const cx = ((i + 0.5) * w) / pleats;
    return `M${cx - 5} 0l3 22M${cx + 5} 0l-3 22M${cx} 0v22`;
  }).join('');
  return all(
    drape(levels, pleats, material, { hem: 5, ...rest }),
    path(heads, { stroke: ink, 'stroke-width': 1, opacity: 0.6 }),
    tied &&
      solid(
        band,
        shade(material.base, 0.28),
        1.8,
        path(band, { stroke: '#fff', 'stroke-width': 1.4, opacity: 0.4, transform: 'translate(0 3)' }),
      ),
  );
}

/** A curtain pole over `w`, with finials and rings, its middle line at y = 0. */
export function pole(w: number, color: string = colour.wood): SvgNode {
  const rings = Array.from({ length: Math.round(w / 26) }, (_, i) => `M${10 + i * 26} -9a9 9 0 1 0 .1 0`).join('');
  const knob = (x: number) => el('circle', { cx: x, cy: 0, r: 12, fill: color, stroke: ink, 'stroke-width': 2 });
  return all(
    rail(w, color),
    path(rings, { stroke: ink, 'stroke-width': 3.4 }),
    path(rings, { stroke: colour.brass, 'stroke-width': 1.6 }),
    knob(-14),
    knob(w + 14),
  );
}

/** A roller blind `w` wide, drawn `drop` down, with its bracket and chain. */
export function rollerBlind(w: number, drop: number, material: Cloth): SvgNode {
  const beads = Array.from(
    { length: Math.round((drop + 60) / 9) },
    (_, i) => `M${w + 12} ${16 + i * 9}h.1M${w + 20} ${16 + i * 9}h.1`,
  ).join('');
  return all(
    soft(`M4 10H${w - 4}V${drop}H4Z`, material, { light: fallLight, seams: `M4 ${drop - 22}H${w - 4}` }),
    path(`M4 ${drop}H${w - 4}V${drop + 16}H4Z`, { fill: ink, opacity: 0.12 }),
    solid(`M0 ${drop - 6}H${w}V${drop + 6}H0Z`, '#D9CDB4', 1.8),
    soft(`M-2 -14H${w + 2}V16H-2Z`, material, { light: fallLight }),
    solid(`M-12 -18H0V20H-12ZM${w} -18h26v38h-26z`, '#C9BC9F', 1.8),
    path(beads, { stroke: ink, 'stroke-width': 4 }),
    path(beads, { stroke: '#F3ECDC', 'stroke-width': 2 }),
    path(`M${w / 2 - 16} ${drop + 6}v14h32v-14`, { stroke: ink, 'stroke-width': 1.8 }),
  );
}

/** A slatted blind `w` by `h` with ladder tapes. */
export function venetian(w: number, h: number, color = '#B98A57', tapeColor = '#8A9A7B', open = 0.5): SvgNode {
  const pitch = 17;
  const slats = Array.from(
    { length: Math.floor((h - 34) / pitch) },
    (_, i) => `M2 ${26 + i * pitch}H${w - 2}V${26 + i * pitch + pitch * (1 - open * 0.5)}H2Z`,
  ).join('');
  const tapes = [0.14, 0.5, 0.86].map((k) => `M${w * k - 7} 20h14V${h - 14}h-14z`).join('');
  return all(
    path(slats, { fill: color, stroke: ink, 'stroke-width': 1.1 }),
    path(slats, { fill: sideLight }),
    path(Array.from({ length: Math.floor((h - 34) / pitch) }, (_, i) => `M4 ${28 + i * pitch}H${w - 4}`).join(''), {
      stroke: '#fff',
      'stroke-width': 1.6,
      opacity: 0.45,
    }),
    path(tapes, { fill: tapeColor, stroke: ink, 'stroke-width': 1.1 }),
    solid(`M-4 0H${w + 4}V24H-4Z`, color, 2),
    solid(`M0 ${h - 18}H${w}V${h}H0Z`, color, 2),
    path(`M${w * 0.94} 24V${h * 0.7}M${w * 0.97} 24V${h * 0.62}`, { stroke: ink, 'stroke-width': 1.2 }),
    path(`M${w * 0.94 - 4} ${h * 0.7}h8l2 18h-12zM${w * 0.97 - 4} ${h * 0.62}h8l2 18h-12z`, {
      fill: colour.brass,
      stroke: ink,
      'stroke-width': 1.2,
    }),
  );
}

/** A soft roman blind `w` wide in `folds` folds, `h` high. */
export function roman(w: number, h: number, material: Cloth, folds = 4): SvgNode {
  const free = h * 0.5;
  const step = (h - free) / folds;
  return all(
    ...Array.from({ length: folds }, (_, k) => {
      const i = folds - 1 - k;
      const y = free + i * step;
      return soft(
        outline([0, y - 6], [w, y - 6], [w - 1, y + step, 's'], [w * 0.5, y + step + 10, 's'], [1, y + step, 's']),
        material,
        { light: fallLight, width: 1.8 },
      );
    }),
    soft(`M0 0H${w}V${free + 6}Q${w / 2} ${free + 18} 0 ${free + 6}Z`, material, { light: sideLight }),
    solid(`M-4 -8H${w + 4}V8H-4Z`, colour.wood, 1.8, path(`M-4 -8H${w + 4}V8H-4Z`, { fill: tubeLight })),
  );
}

/** A full dressed window: pole, a pair of curtains and, if wanted, sheers. */
export function dressedWindow(
  w: number,
  h: number,
  material: Cloth,
  view: View = 'trees',
  tied = true,
  border?: readonly [number, string],
): SvgNode {
  const side = w * 0.34;
  const extra = border ? { border } : {};
  return all(
    place(windowFrame(w - 80, h - 70, view, 3, 2), 40, 26),
    place(curtain(side, h, material, tied ? 'left' : undefined, { seed: 4, ...extra }), -14, 10),
    place(curtain(side, h, material, tied ? 'right' : undefined, { seed: 7, ...extra }), w + 14 - side, 10),
    place(pole(w + 60), -30, 4),
  );
}

export const sheerPair = (w: number, h: number): SvgNode =>
  all(
    place(curtain(w * 0.55, h, fabric.sheer, undefined, { sheer: 0.32, pleats: 13, seed: 5 }), 0, 0),
    place(curtain(w * 0.55, h, fabric.sheer, undefined, { sheer: 0.32, pleats: 13, seed: 8 }), w * 0.45, 0),
  );
