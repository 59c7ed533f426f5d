import { colour, tint } from '../core/palette';
import { curve, type Knot, stroke } from '../core/pens/curve';
import { seeded } from '../core/random';
import { all, clipped, el, path, type Ref, type SvgNode, url, use } from '../core/svg';
import { type Cloth, cloth, shadeOf, sideLight, weaveOf } from '../core/textures';

const ink = colour.ink;

/** Cloths of the furnishings line: linen, sage and what sits beside them. */
export const fabric = {
  white: cloth('#FBF8F1', 'linen'),
  linen: cloth('#E6DBC3', 'linen', undefined, undefined, 1.2),
  oat: cloth('#D6C5A3', 'linen', undefined, undefined, 1.2),
  sage: cloth('#9DAA8C', 'linen', undefined, undefined, 1.2),
  deepSage: cloth('#65755A', 'linen', undefined, undefined, 1.3),
  terry: cloth('#F6F0E2', 'terry'),
  terrySage: cloth('#A9B699', 'terry'),
  terryClay: cloth('#CF9F86', 'terry'),
  stripe: cloth('#F3ECDC', 'stripe', '#8A9A7B', undefined, 2.4),
  awning: cloth('#F6F0E2', 'awning', '#7F9176', undefined, 1.3),
  sprig: cloth('#F1E9D8', 'sprig', '#7F9176', '#A63A24', 1.3),
  palm: cloth('#E9E0CC', 'palm', '#7F9176', '#A9B699', 1.1),
  brocade: cloth('#C9B78F', 'brocade', '#8A7444', undefined, 1.4),
  herringbone: cloth('#BFB294', 'herringbone', undefined, undefined, 1.1),
  indigo: cloth('#2C3D74', 'linen', undefined, undefined, 1.2),
  madder: cloth('#A8452F', 'linen', undefined, undefined, 1.2),
  clay: cloth('#C88B6C', 'linen', undefined, undefined, 1.2),
  quilt: cloth('#DCE0D0', 'quilt', undefined, undefined, 1.2),
  hide: cloth('#9C6638', 'leather'),
  sheer: cloth('#FFFCF4', 'mesh', undefined, undefined, 0.7),
} satisfies Record<string, Cloth>;

const stop = (offset: number, color: string, opacity: number) =>
  el('stop', { offset, 'stop-color': color, 'stop-opacity': opacity });

/** Light on something plump: bright upper left, its own shadow along the lower right rim. */
export const plumpLight: Ref = url(
  el(
    'radialGradient',
    { cx: 0.38, cy: 0.3, r: 0.78 },
    stop(0, '#fff', 0.4),
    stop(0.45, '#fff', 0.02),
    stop(0.7, '#15183A', 0.04),
    stop(1, '#15183A', 0.32),
  ),
);

/** Light from above: bright at the top, in shadow below. */
export const fallLight: Ref = url(
  el(
    'linearGradient',
    { x1: 0, y1: 0, x2: 0, y2: 1 },
    stop(0, '#fff', 0.25),
    stop(0.4, '#fff', 0),
    stop(1, '#15183A', 0.28),
  ),
);

/** A soft shadow for an ellipse on the floor or on a wall. */
export const shadowPaint: Ref = url(
  el('radialGradient', {}, stop(0, '#1C1B1A', 0.42), stop(0.6, '#1C1B1A', 0.16), stop(1, '#1C1B1A', 0)),
);

export const shadow = (cx: number, cy: number, rx: number, ry: number): SvgNode =>
  el('ellipse', { cx, cy, rx, ry, fill: shadowPaint });

export interface SoftOptions {
  /** Weight of the outline; default: 2.2. */
  width?: number;
  light?: Ref;
  /** Fold strokes as `[x1, y1, x2, y2, width, bend]`, drawn in the cloth's shade. */
  folds?: readonly (readonly [number, number, number, number, number, number?])[];
  /** Seams and hems: path data drawn in thin ink. */
  seams?: string;
  /** Stitches along path data, in this colour. */
  stitch?: readonly [string, string];
}

/** A piece of cloth: dye, weave, light, folds, whatever lies on it, and the outline, heavier away from the light. */
export function soft(d: string, material: Cloth, options: SoftOptions = {}, ...on: (SvgNode | undefined)[]): SvgNode {
  const { width = 2.2, light = sideLight, folds, seams, stitch } = options;
  const shape = path(d);
  const weave = weaveOf(material);
  return all(
    use(shape, { stroke: ink, 'stroke-width': width, transform: 'translate(1 1.3)' }),
    use(shape, { fill: material.base }),
    weave && use(shape, { fill: weave }),
    (on.length > 0 || folds) &&
      clipped(
        shape,
        ...on,
        folds &&
          path(folds.map(([a, b, c, e, w, bend = 0]) => stroke(a, b, c, e, w, bend)).join(''), {
            fill: shadeOf(material),
            opacity: 0.8,
          }),
      ),
    use(shape, { fill: light }),
    seams ? path(seams, { stroke: ink, 'stroke-width': 1, opacity: 0.75 }) : undefined,
    stitch && path(stitch[0], { stroke: stitch[1], 'stroke-width': 1.5, 'stroke-dasharray': '5 4' }),
    use(shape, { stroke: ink, 'stroke-width': width }),
  );
}

/** Where a hanging cloth's two edges are at one height. */
export type Level = readonly [y: number, left: number, right: number];

export interface DrapeOptions {
  /** How far the hem dips between pleats. */
  hem?: number;
  width?: number;
  seed?: number;
  /** 0 to 1: cloth that lets light through. */
  sheer?: number;
  /** A band along the hem, this high, in this colour. */
  border?: readonly [number, string];
}

/** Cloth that hangs in pleats between its two edges: curtains, skirts of beds and tables, towels on a rail. */
export function drape(levels: readonly Level[], pleats: number, material: Cloth, options: DrapeOptions = {}): SvgNode {
  const { hem = 6, width = 2.2, seed = 3, sheer, border } = options;
  const next = seeded(seed);
  const last = levels.length - 1;
  const jitter = Array.from({ length: pleats + 1 }, (_, i) => (i === 0 || i === pleats ? 0 : (next() - 0.5) * 0.45));
  const t = (i: number, add = 0) => {
    const from = i + (jitter[i] ?? 0);
    const to = i + 1 + (jitter[i + 1] ?? 0);
    return (from + (to - from) * add) / pleats;
  };
  /** One line down the cloth at a share of its width, cut off at a share of its height. */
  const side = (share: number, reach = 1): Knot[] => {
    const end = (levels[0]?.[0] ?? 0) + ((levels[last]?.[0] ?? 0) - (levels[0]?.[0] ?? 0)) * reach;
    const knots: Knot[] = [];
    for (const [i, [y, left, right]] of levels.entries()) {
      if (y <= end + 0.01) {
        knots.push([left + (right - left) * share, y, i > 0 && i < last ? 's' : undefined]);
        continue;
      }
      const [y0, l0, r0] = levels[i - 1] ?? [0, 0, 0];
      const k = (end - y0) / (y - y0);
      knots.push([l0 + (left - l0) * k + (r0 + (right - r0) * k - l0 - (left - l0) * k) * share, end]);
      break;
    }
    return knots;
  };
  const foot = levels[last] ?? [0, 0, 0];
  const hemline: Knot[] = [];
  for (let i = pleats - 1; i >= 0; i--) {
    hemline.push([foot[1] + (foot[2] - foot[1]) * t(i, 0.5), foot[0] + hem, 's']);
    if (i > 0) hemline.push([foot[1] + (foot[2] - foot[1]) * t(i), foot[0] - hem * 0.2, 's']);
  }
  const d = curve([...side(0).reverse(), ...side(1), ...hemline], true);
  const band = (from: number, to: number) => curve([...side(from), ...side(to).reverse()], true);
  const dark: string[] = [];
  const bright: string[] = [];
  const lines: string[] = [];
  for (let i = 0; i < pleats; i++) {
    dark.push(band(t(i, 0.62), t(i, 1)));
    bright.push(band(t(i, 0.18), t(i, 0.36)));
    if (i > 0) lines.push(curve(side(t(i), 0.72 + next() * 0.28)));
  }
  const shape = path(d);
  const weave = weaveOf(material);
  const see = sheer === undefined ? undefined : 1 - sheer;
  return all(
    use(shape, { stroke: ink, 'stroke-width': width, transform: 'translate(1 1)', opacity: see }),
    use(shape, { fill: material.base, opacity: see }),
    weave && use(shape, { fill: weave, opacity: see }),
    clipped(
      shape,
      border &&
        path(curve([...hemline, [foot[1], foot[0] - border[0]], [foot[2], foot[0] - border[0]]], true), {
          fill: border[1],
        }),
      path(dark.join(''), { fill: shadeOf(material), opacity: sheer ? 0.28 : 0.42 }),
      path(bright.join(''), { fill: tint(material.base, 0.7), opacity: 0.5 }),
    ),
    use(shape, { fill: sideLight }),
    path(lines.join(''), { stroke: ink, 'stroke-width': width * 0.5, opacity: sheer ? 0.35 : 0.7 }),
    use(shape, { stroke: ink, 'stroke-width': width }),
  );
}
