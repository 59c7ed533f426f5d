import { outline } from './pens/curve';
import { seeded } from './random';
import { el, num, path, type SvgNode } from './svg';

const tile = (w: number, h: number, turn: number, ...children: SvgNode[]): SvgNode =>
  el(
    'pattern',
    {
      width: w,
      height: h,
      patternUnits: 'userSpaceOnUse',
      patternTransform: turn ? `rotate(${turn})` : undefined,
    },
    ...children,
  );

const bar = (x: number, y: number, w: number, h: number, fill: string, opacity?: number): SvgNode =>
  path(`M${num(x)} ${num(y)}h${num(w)}v${num(h)}h${num(-w)}z`, { fill, opacity });

const rule = (d: string, color: string, width: number, opacity?: number): SvgNode =>
  path(d, { stroke: color, 'stroke-width': width, opacity });

/** Irregular patches: `count` blobs of about `size` in a repeat of `w`, wrapped over its edges. */
function patches(seed: number, w: number, count: number, size: number, fill: string, square = false): SvgNode {
  const next = seeded(seed);
  const shifts = (v: number, reach: number) => [0, ...(v < reach ? [w] : []), ...(v > w - reach ? [-w] : [])];
  const parts: string[] = [];
  for (let i = 0; i < count; i++) {
    const x = Math.round(next() * w);
    const y = Math.round(next() * w);
    const knots = Array.from({ length: 6 }, (_, k) => {
      const angle = (k / 6) * Math.PI * 2;
      const radius = size * (0.55 + next() * 0.8);
      return [Math.round(Math.cos(angle) * radius * 1.5), Math.round(Math.sin(angle) * radius * 0.8)] as const;
    });
    const step = (v: number) => num(Math.max(4, Math.round(v / 4) * 4));
    for (const dx of shifts(x, size * 2)) {
      for (const dy of shifts(y, size)) {
        if (square)
          parts.push(
            `M${x + dx} ${y + dy}h${step(size * 1.9)}v4h4v${step(size * 0.7)}h-${step(size * 1.2)}v4h-${step(size * 0.7)}z`,
          );
        else parts.push(outline(...knots.map(([kx, ky]) => [x + dx + kx, y + dy + ky, 's'] as const)));
      }
    }
  }
  return path(parts.join(''), { fill });
}

export type Draw = (c: { base: string; line: string; light: string; a: string; b: string; r: number }) => SvgNode;

/** How each weave or print is drawn: one repeat, over the dye. */
export const weaves = {
  linen: ({ line, r }) =>
    tile(
      6 * r,
      6 * r,
      0,
      rule(
        `M0 ${1.5 * r}h${4 * r}M${2 * r} ${4.5 * r}h${4 * r}M${1.5 * r} ${3 * r}v${3 * r}M${4.5 * r} 0v${3 * r}`,
        line,
        0.6,
        0.3,
      ),
    ),
  twill: ({ line, light, r }) =>
    tile(
      4 * r,
      4 * r,
      35,
      rule(`M0 0v${4 * r}`, line, 1.2 * r, 0.4),
      rule(`M${2 * r} 0v${4 * r}`, light, 0.7 * r, 0.22),
    ),
  denim: ({ light, line, r }) =>
    tile(
      5 * r,
      5 * r,
      35,
      rule(`M0 0v${5 * r}`, light, 1 * r, 0.45),
      rule(`M${2.5 * r} 0v${5 * r}`, line, 0.8 * r, 0.35),
    ),
  herringbone: ({ line, r }) =>
    tile(
      12 * r,
      5 * r,
      0,
      rule(
        `M0 0l${6 * r} ${5 * r}l${6 * r} ${-5 * r}M0 ${-5 * r}l${6 * r} ${5 * r}l${6 * r} ${-5 * r}`,
        line,
        1 * r,
        0.4,
      ),
    ),
  pinstripe: ({ a, r }) => tile(9 * r, 9, 0, rule(`M${4 * r} -1v12`, a, 0.9, 0.75)),
  stripe: ({ a, r }) => tile(8 * r, 8, 0, bar(0, 0, 3.2 * r, 8, a)),
  awning: ({ a, r }) => tile(24 * r, 8, 0, bar(0, 0, 12 * r, 8, a)),
  breton: ({ a, r }) => tile(20, 15 * r, 0, bar(0, 4 * r, 20, 5 * r, a)),
  gingham: ({ a, r }) => tile(14 * r, 14 * r, 0, bar(0, 0, 7 * r, 14 * r, a, 0.5), bar(0, 0, 14 * r, 7 * r, a, 0.5)),
  windowpane: ({ a, r }) => tile(26 * r, 26 * r, 0, rule(`M${13 * r} 0v${26 * r}M0 ${13 * r}h${26 * r}`, a, 1, 0.6)),
  tartan: ({ a, b, r }) =>
    tile(
      34 * r,
      34 * r,
      0,
      bar(0, 0, 14 * r, 34 * r, a, 0.5),
      bar(0, 0, 34 * r, 14 * r, a, 0.5),
      rule(`M${24 * r} 0v${34 * r}M0 ${24 * r}h${34 * r}`, b, 1.6, 0.9),
      rule(`M${7 * r} 0v${34 * r}M0 ${7 * r}h${34 * r}`, b, 0.8, 0.7),
    ),
  houndstooth: ({ a, r }) =>
    tile(
      8 * r,
      8 * r,
      0,
      path(`M0 0h${4 * r}l${4 * r} ${4 * r}h${-4 * r}v${4 * r}l${-4 * r} ${-4 * r}zM${6 * r} 0h${2 * r}v${2 * r}z`, {
        fill: a,
      }),
    ),
  knit: ({ line, r }) =>
    tile(
      6 * r,
      5 * r,
      0,
      rule(`M${0.8 * r} ${0.8 * r}l${2.2 * r} ${2.6 * r}l${2.2 * r} ${-2.6 * r}`, line, 1 * r, 0.45),
    ),
  rib: ({ line, r }) => tile(4.5 * r, 8, 0, rule(`M${2 * r} -1v10`, line, 1.1 * r, 0.5)),
  cable: ({ line, r }) =>
    tile(4 * r, 6 * r, 0, rule(`M0 ${6 * r}l${4 * r} ${-3 * r}M0 ${3 * r}l${4 * r} ${-3 * r}`, line, 1 * r, 0.4)),
  quilt: ({ line, r }) => tile(26 * r, 26 * r, 45, rule(`M0 0h${26 * r}v${26 * r}`, line, 1.1 * r, 0.6)),
  terry: ({ line, r }) =>
    tile(
      7 * r,
      6 * r,
      0,
      rule(
        `M${r} ${2 * r}q${r} ${-2 * r} ${2 * r} 0M${4.5 * r} ${5 * r}q${r} ${-2 * r} ${2 * r} 0`,
        line,
        0.9 * r,
        0.4,
      ),
    ),
  mesh: ({ line, r }) =>
    tile(
      6 * r,
      6 * r,
      45,
      path(`M${2 * r} ${2 * r}h${1.6 * r}v${1.6 * r}h${-1.6 * r}z`, { fill: line, opacity: 0.35 }),
    ),
  dots: ({ a, r }) => tile(12 * r, 12 * r, 45, el('circle', { cx: 6 * r, cy: 6 * r, r: 1.7 * r, fill: a })),
  sprig: ({ a, b, r }) =>
    tile(
      26 * r,
      26 * r,
      0,
      path(
        `M${7 * r} ${11 * r}q0 ${-5 * r} ${3 * r} ${-7 * r}q${r} ${4 * r} ${-3 * r} ${7 * r}q${-4 * r} ${-r} ${-4 * r} ${-5 * r}q${4 * r} 0 ${4 * r} ${5 * r}zM${20 * r} ${24 * r}q0 ${-5 * r} ${3 * r} ${-7 * r}q${r} ${4 * r} ${-3 * r} ${7 * r}q${-4 * r} ${-r} ${-4 * r} ${-5 * r}q${4 * r} 0 ${4 * r} ${5 * r}z`,
        { fill: a },
      ),
      el('circle', { cx: 19 * r, cy: 7 * r, r: 1.4 * r, fill: b }),
    ),
  palm: ({ a, b, r }) =>
    tile(
      64 * r,
      64 * r,
      0,
      frond(18 * r, 26 * r, 22 * r, a),
      frond(48 * r, 60 * r, 20 * r, b),
      frond(52 * r, 22 * r, 12 * r, a),
      frond(12 * r, 58 * r, 11 * r, b),
    ),
  leather: ({ line, light, r }) =>
    tile(
      17 * r,
      15 * r,
      20,
      rule(
        `M${2 * r} ${3 * r}q${3 * r} ${-2 * r} ${5 * r} ${r}M${9 * r} ${9 * r}q${3 * r} ${r} ${5 * r} ${-r}M${3 * r} ${12 * r}l${2 * r} ${r}`,
        line,
        0.9,
        0.35,
      ),
      rule(`M${11 * r} ${3 * r}q${2 * r} ${-r} ${3 * r} ${r}M${4 * r} ${7.5 * r}h${2 * r}`, light, 0.9 * r, 0.35),
    ),
  brocade: ({ a, r }) =>
    tile(
      22 * r,
      22 * r,
      45,
      rule(
        `M${11 * r} ${4 * r}q${5 * r} ${7 * r} 0 ${14 * r}q${-5 * r} ${-7 * r} 0 ${-14 * r}M${4 * r} ${11 * r}q${7 * r} ${5 * r} ${14 * r} 0q${-7 * r} ${-5 * r} ${-14 * r} 0`,
        a,
        1,
        0.65,
      ),
    ),
  camo: ({ a, b, line, r }) =>
    tile(
      120 * r,
      120 * r,
      0,
      patches(11, 120 * r, 7, 16 * r, a),
      patches(29, 120 * r, 5, 11 * r, b),
      patches(41, 120 * r, 5, 7 * r, line),
    ),
  digital: ({ a, b, r }) =>
    tile(96 * r, 96 * r, 0, patches(5, 96 * r, 14, 10 * r, a, true), patches(17, 96 * r, 12, 8 * r, b, true)),
} satisfies Record<string, Draw>;

export type Weave = keyof typeof weaves;

function frond(x: number, y: number, size: number, color: string): SvgNode {
  const leaves = [-70, -40, -12, 16, 44, 72].map((angle) => {
    const a = (angle * Math.PI) / 180;
    const tipX = x + Math.sin(a) * size;
    const tipY = y - Math.cos(a) * size;
    const nx = Math.cos(a) * size * 0.13;
    const ny = Math.sin(a) * size * 0.13;
    const mx = (x + tipX) / 2;
    const my = (y + tipY) / 2;
    return `M${num(x)} ${num(y)}Q${num(mx - nx)} ${num(my - ny)} ${num(tipX)} ${num(tipY)}Q${num(mx + nx)} ${num(my + ny)} ${num(x)} ${num(y)}`;
  });
  return path(leaves.join(''), { fill: color });
}
