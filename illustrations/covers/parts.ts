import { colour, shade, tint } from '../core/palette';
import { outline, symmetric } from '../core/pens/curve';
import { lettering } from '../core/pens/lettering';
import { solid, stitches } from '../core/props';
import { all, el, num, path, place, type SvgNode } from '../core/svg';
import type { Cloth } from '../core/textures';
import { fallLight, shadow, soft } from '../furnishings/cloth';
import { footOf, outfit } from '../scenes/props/outfit';

const ink = colour.ink;
export const W = 1200;
export const H = 750;

/** A plain ground with light from the left and a fine pattern-paper grid. */
export function ground(color: string, grid = true): SvgNode {
  const light = el(
    'linearGradient',
    { x1: 0, y1: 0, x2: 1, y2: 0.7 },
    el('stop', { offset: 0, 'stop-color': tint(color, 0.28) }),
    el('stop', { offset: 0.5, 'stop-color': color }),
    el('stop', { offset: 1, 'stop-color': shade(color, 0.22) }),
  );
  const lines = el(
    'pattern',
    { width: 50, height: 50, patternUnits: 'userSpaceOnUse' },
    path('M0 0h50M0 0v50', { stroke: shade(color, 0.3), 'stroke-width': 0.8, opacity: 0.5 }),
  );
  return all(
    path(`M0 0H${W}V${H}H0Z`, { fill: { target: light, form: 'url' } }),
    grid && path(`M0 0H${W}V${H}H0Z`, { fill: { target: lines, form: 'url' } }),
  );
}

/** An outfit of the sectors on its stand, its foot at (x, y). */
export const standing = (name: string, x: number, y: number, k: number): SvgNode =>
  all(shadow(x + 8, y + 4, 190 * k, 24 * k), place(outfit(name), x, y - footOf(name) * k, k));

/** A handwritten-looking note with a leader to the point that it is about. */
export const note = (
  text: string,
  x: number,
  y: number,
  tx: number,
  ty: number,
  color: string = colour.madder,
): SvgNode =>
  all(
    path(`M${x} ${y}Q${(x + tx) / 2} ${y} ${tx} ${ty}`, { stroke: color, 'stroke-width': 2.4 }),
    el('circle', { cx: tx, cy: ty, r: 6, fill: color, stroke: '#fff', 'stroke-width': 1.6 }),
    lettering(text, x + (tx > x ? -8 : 8), y - 7, 15, { stroke: color, 'stroke-width': 2.2 }, tx > x ? 'end' : 'start'),
  );

/** A shirt laid flat about its middle, 520 wide with its sleeves out, 460 high. */
export function flatShirt(material: Cloth, trim: string = material.base, buttons = '#FBF8F1'): SvgNode {
  const sleeve = outline([-128, -190], [-190, -150, 's'], [-258, 10], [-196, 44], [-140, -60]);
  const body = symmetric([0, -196], [50, -206], [134, -186], [146, -60, 's'], [150, 226], [0, 232]);
  const flip = (node: SvgNode) => el('g', { transform: 'scale(-1 1)' }, node);
  return all(
    el(
      'g',
      { transform: 'translate(9 13)', opacity: 0.2 },
      path(body, { fill: ink }),
      path(sleeve, { fill: ink }),
      flip(path(sleeve, { fill: ink })),
    ),
    soft(sleeve, material, { folds: [[-200, -100, -220, 10, 8, 4]], stitch: ['M-250 -2L-192 28', ink] }),
    flip(soft(sleeve, material, { folds: [[-200, -100, -220, 10, 8, 4]], stitch: ['M-250 -2L-192 28', ink] })),
    soft(body, material, {
      width: 2.8,
      folds: [
        [-110, -80, -120, 200, 14, 8],
        [110, -60, 116, 200, 14, -8],
        [-50, 120, -60, 226, 9, 5],
        [60, 130, 66, 226, 9, -4],
      ],
    }),
    path('M-14 -150V230M14 -150V230', { stroke: ink, 'stroke-width': 1.5 }),
    ...[-110, -40, 30, 100, 170].map((y) =>
      el('circle', { cx: 0, cy: y, r: 6, fill: buttons, stroke: ink, 'stroke-width': 1.6 }),
    ),
    soft('M-104 -70H-34V10L-69 28L-104 10Z', material, { seams: 'M-104 -54H-34' }),
    soft(
      'M-52 -206Q0 -170 52 -206L40 -232Q0 -246 -40 -232Z',
      { base: shade(material.base, 0.2) },
      { light: fallLight },
    ),
    soft('M-54 -208L-40 -236L2 -166L-42 -118Z', { base: trim }, { light: fallLight }),
    soft('M54 -208L40 -236L-2 -166L42 -118Z', { base: trim }, { light: fallLight }),
  );
}

/** Trousers laid flat about their middle, 240 wide, 560 high, with what the caller puts on them. */
export const flatTrousers = (material: Cloth, ...on: readonly (SvgNode | undefined)[]): SvgNode =>
  all(
    path('M-110 -270H110L140 280H22L0 -90L-22 280H-140Z', { fill: ink, opacity: 0.2, transform: 'translate(10 14)' }),
    soft(
      outline(
        [-104, -270],
        [104, -270],
        [124, -120, 's'],
        [138, 280],
        [24, 284],
        [0, -90],
        [-24, 284],
        [-138, 280],
        [-124, -120, 's'],
      ),
      material,
      {
        width: 2.8,
        folds: [
          [-70, -40, -84, 270, 14, 8],
          [70, -40, 84, 270, 14, -8],
          [-10, -100, -60, -60, 8, 4],
          [10, -100, 60, -60, 8, -4],
        ],
      },
    ),
    soft('M-106 -272H106L110 -232H-110Z', material, { light: fallLight }),
    path('M0 -232V-90M0 -232Q34 -200 22 -140L0 -110', { stroke: ink, 'stroke-width': 1.6 }),
    path('M-70 -274h16v46h-16zM54 -274h16v46h-16z', { fill: material.base, stroke: ink, 'stroke-width': 1.8 }),
    ...on,
  );

/** The washing machine's round door, radius `r`, about its middle. */
export const drum = (r: number, inside: SvgNode): SvgNode =>
  all(
    el('circle', { cx: 8, cy: 14, r: r * 1.16, fill: ink, opacity: 0.25 }),
    el('circle', { cx: 0, cy: 0, r: r * 1.14, fill: '#D5DAD8', stroke: ink, 'stroke-width': 3 }),
    el('circle', { cx: 0, cy: 0, r, fill: '#34526A', stroke: ink, 'stroke-width': 3 }),
    inside,
    path(`M${-r * 0.7} ${-r * 0.2}A${r * 0.74} ${r * 0.74} 0 0 1 ${r * 0.1} ${-r * 0.76}`, {
      stroke: '#fff',
      'stroke-width': r * 0.08,
      opacity: 0.5,
    }),
    el('circle', { cx: 0, cy: 0, r, stroke: ink, 'stroke-width': 3 }),
  );

/** One of the five care signs, 100 wide about its middle: wash, bleach, dry, iron, clean. */
export function careSign(i: number): SvgNode {
  const d =
    [
      'M-50 -24L-40 34H40L50 -24M-52 -22q13 -12 26 0t26 0t26 0t26 0',
      'M0 -44L48 38H-48Z',
      'M-42 -42H42V42H-42ZM0 -36A36 36 0 1 1 -.1 -36Z',
      'M-52 34H52L40 -18Q36 -30 22 -30H-20M-52 34Q-46 0 0 -4H40',
      'M0 -44A44 44 0 1 1 -.1 -44Z',
    ][i] ?? '';
  return all(
    path(d, { stroke: ink, 'stroke-width': 6.5 }),
    i === 0 ? lettering('60', 0, -2, 22, { 'stroke-width': 4 }, 'middle') : undefined,
    i === 1 ? path('M-40 -40L44 44M44 -40L-40 44', { stroke: ink, 'stroke-width': 5 }) : undefined,
    i === 2 ? path('M-10 0h.1M10 0h.1', { stroke: ink, 'stroke-width': 11 }) : undefined,
    i === 3 ? path('M-16 16h.1M4 16h.1', { stroke: ink, 'stroke-width': 10 }) : undefined,
    i === 4 ? lettering('P', 0, -16, 34, { 'stroke-width': 5 }, 'middle') : undefined,
  );
}

/** A thermometer of height `h`, its bulb's middle at (0, 0), filled to `share`. */
export const thermometer = (h: number, share: number): SvgNode =>
  all(
    solid(`M-16 0V${-h}A16 16 0 0 1 16 ${-h}V0Z`, '#FBF6EA', 2.4),
    el('circle', { cx: 0, cy: 10, r: 32, fill: colour.madder, stroke: ink, 'stroke-width': 2.6 }),
    path(`M0 0V${-h * share}`, { stroke: colour.madder, 'stroke-width': 14 }),
    path(Array.from({ length: 9 }, (_, i) => `M18 ${-40 - (i * (h - 50)) / 9}h${i % 2 ? 10 : 20}`).join(''), {
      stroke: ink,
      'stroke-width': 2.4,
    }),
    path(`M-8 ${-h + 4}V-20`, { stroke: '#fff', 'stroke-width': 3, opacity: 0.7 }),
  );

/** Steam or rain in strokes. */
export const steam = (x: number, y: number, n: number, color = '#fff'): SvgNode =>
  path(Array.from({ length: n }, (_, i) => `M${x + i * 46} ${y}q-20 -34 0 -64t0 -64`).join(''), {
    stroke: color,
    'stroke-width': 7,
    opacity: 0.75,
  });

/** A month's sheet, 150 by 160, with its name and a day marked. */
export const month = (name: string, marked = -1): SvgNode =>
  all(
    path('M5 8h150v160h-150z', { fill: ink, opacity: 0.2 }),
    solid('M0 0H150V160H0Z', '#FFFBF2', 2),
    path('M0 0H150V38H0Z', { fill: marked >= 0 ? colour.madder : colour.indigo, stroke: ink, 'stroke-width': 2 }),
    lettering(name, 75, 11, 17, { stroke: '#FFFBF2', 'stroke-width': 2.6 }, 'middle'),
    path(
      Array.from({ length: 20 }, (_, i) => `M${16 + (i % 5) * 26} ${54 + Math.floor(i / 5) * 26}h14v12h-14z`).join(''),
      { stroke: ink, 'stroke-width': 1.2, opacity: 0.5 },
    ),
    marked >= 0
      ? el('circle', {
          cx: 23 + (marked % 5) * 26,
          cy: 60 + Math.floor(marked / 5) * 26,
          r: 15,
          stroke: colour.madder,
          'stroke-width': 4,
        })
      : undefined,
  );

/** Plain weave through a lens: each thread passes over one and under the next, `size` apart. */
export const woven = (color: string, size: number, count = 9): SvgNode => {
  const cells = Array.from({ length: count * count }, (_, i) => [i % count, Math.floor(i / count)] as const);
  const long = size * 1.34;
  const thick = size * 0.86;
  const bars = (over: number, w: number, h: number) =>
    cells
      .filter(([c, r]) => (c + r) % 2 === over)
      .map(([c, r]) => {
        const x = c * size + (size - w) / 2;
        const y = r * size + (size - h) / 2;
        const q = Math.min(w, h) * 0.36;
        return `M${num(x + q)} ${num(y)}h${num(w - 2 * q)}q${num(q)} 0 ${num(q)} ${num(q)}v${num(h - 2 * q)}q0 ${num(q)} ${num(-q)} ${num(q)}h${num(2 * q - w)}q${num(-q)} 0 ${num(-q)} ${num(-q)}v${num(2 * q - h)}q0 ${num(-q)} ${num(q)} ${num(-q)}z`;
      })
      .join('');
  const twist = cells
    .map(([c, r]) =>
      (c + r) % 2
        ? `M${num(c * size - 4)} ${num(r * size + size * 0.7)}l${num(size * 0.5)} ${num(-size * 0.42)}m${num(size * 0.12)} ${num(size * 0.3)}l${num(size * 0.4)} ${num(-size * 0.34)}`
        : `M${num(c * size + size * 0.3)} ${num(r * size + size * 0.4)}l${num(size * 0.42)} ${num(-size * 0.4)}m${num(-size * 0.4)} ${num(size * 0.8)}l${num(size * 0.42)} ${num(-size * 0.4)}`,
    )
    .join('');
  return all(
    path(bars(1, long, thick), { fill: tint(color, 0.35), stroke: ink, 'stroke-width': 2 }),
    path(bars(0, thick, long), { fill: color, stroke: ink, 'stroke-width': 2 }),
    path(twist, { stroke: shade(color, 0.35), 'stroke-width': 2, opacity: 0.7 }),
  );
};

/** A coloured strip of satin braid across a sleeve, `w` wide. */
export const lace = (w: number, y: number, h: number): SvgNode =>
  all(
    path(`M${-w / 2} ${y}Q0 ${y + 22} ${w / 2} ${y}v${h}Q0 ${y + h + 22} ${-w / 2} ${y + h}Z`, {
      fill: colour.marigold,
      stroke: ink,
      'stroke-width': 2.4,
    }),
    stitches(`M${-w / 2} ${y + h / 2}Q0 ${y + h / 2 + 22} ${w / 2} ${y + h / 2}`, '#FBEBC0', 4, '5 4'),
  );
