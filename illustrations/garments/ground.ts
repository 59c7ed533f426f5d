import { colour, lightness, mix, shade, tint } from '../core/palette';
import { type Knot, line, outline } from '../core/pens/curve';
import { lettering } from '../core/pens/lettering';
import { grainLine, notch } from '../core/props';
import { all, el, group, path, place, type SvgNode, url, use } from '../core/svg';
import { cloth, weaveOf } from '../core/textures';

export type Surface = 'dots' | 'grid' | 'cloth' | 'kraft' | 'panel';

/** What a drawing lies on: its colour and what kind of table or paper it is. */
export interface Ground {
  readonly color: string;
  readonly surface: Surface;
  /** Pattern piece drawn faintly behind, and where. */
  readonly piece?: keyof typeof pieces;
  readonly at?: readonly [x: number, y: number, turn?: number, scale?: number];
}

const tile = (size: number, ...children: SvgNode[]) =>
  url(el('pattern', { width: size, height: size, patternUnits: 'userSpaceOnUse' }, ...children));

/** Ink for marks on this ground: chalk on dark, a deeper tone on light. */
export const markOn = (color: string): string =>
  lightness(color) < 0.5 ? mix(color, '#FFF8E8', 0.62) : shade(color, 0.5);

function surface(kind: Surface, color: string, w: number, h: number): SvgNode | undefined {
  const dark = lightness(color) < 0.5;
  const mark = dark ? tint(color, 0.16) : shade(color, 0.2);
  const field = `M0 0H${w}V${h}H0Z`;
  switch (kind) {
    case 'dots':
      return path(field, { fill: tile(30, path('M15 12.5v5M12.5 15h5', { stroke: mark, 'stroke-width': 1.1 })) });
    case 'grid':
      return all(
        path(field, { fill: tile(20, path('M0 0H20M0 0V20', { stroke: mark, 'stroke-width': 0.7, opacity: 0.6 })) }),
        path(field, { fill: tile(100, path('M0 0H100M0 0V100', { stroke: mark, 'stroke-width': 1.5, opacity: 0.7 })) }),
      );
    case 'cloth':
      return all(
        path(field, { fill: weaveOf(cloth(color, 'linen')) }),
        path(line([w * 0.72, 0], [w * 0.8, h * 0.5, 's'], [w * 0.7, h]), {
          stroke: mark,
          'stroke-width': 26,
          opacity: 0.16,
        }),
      );
    case 'kraft':
      return path(field, {
        fill: tile(
          44,
          path('M4 9l7 1M23 30l6-2M35 12l3 4M14 38l5 1', { stroke: mark, 'stroke-width': 1, opacity: 0.5 }),
        ),
      });
    case 'panel':
      return all(
        path(`M${w * 0.14} 0H${w * 0.86}V${h}H${w * 0.14}Z`, { fill: dark ? tint(color, 0.07) : tint(color, 0.42) }),
        path(`M${w * 0.14} 0V${h}M${w * 0.86} 0V${h}`, {
          stroke: mark,
          'stroke-width': 1.4,
          'stroke-dasharray': '9 6',
        }),
      );
  }
}

const frontPiece: Knot[] = [
  [-120, -190],
  [-50, -190],
  [-34, -140, 's'],
  [10, -128],
  [96, -168],
  [92, -90, 's'],
  [128, -30],
  [112, 60, 's'],
  [132, 230],
  [-120, 236],
];
const sleevePiece: Knot[] = [
  [-150, -60],
  [-84, -110, 's'],
  [0, -176, 's'],
  [84, -104, 's'],
  [150, -52],
  [104, 200],
  [-104, 200],
];
const legPiece: Knot[] = [
  [-86, -240],
  [70, -250],
  [84, -100, 's'],
  [126, -66],
  [96, 80, 's'],
  [76, 300],
  [-60, 300],
  [-104, 40, 's'],
];
const collarPiece: Knot[] = [
  [-190, -20],
  [-160, -64],
  [0, -48, 's'],
  [160, -64],
  [190, -20],
  [150, 34],
  [0, 20, 's'],
  [-150, 34],
];
const skirtPiece: Knot[] = [
  [-70, -220],
  [0, -208, 's'],
  [70, -220],
  [150, 230],
  [0, 258, 's'],
  [-150, 230],
];

const pieces = {
  front: { knots: frontPiece, name: 'FRONT CUT 2' },
  sleeve: { knots: sleevePiece, name: 'SLEEVE CUT 2' },
  leg: { knots: legPiece, name: 'LEG CUT 2' },
  collar: { knots: collarPiece, name: 'COLLAR CUT 2' },
  skirt: { knots: skirtPiece, name: 'SKIRT CUT 1' },
};

/** A pattern piece as drafted on the paper: cutting line, seam allowance, grain, notches, name. */
function patternPiece(name: keyof typeof pieces, color: string): SvgNode {
  const { knots, name: text } = pieces[name];
  const shape = path(outline(...knots));
  const tall = name !== 'collar';
  return all(
    use(shape, { stroke: color, 'stroke-width': 1.8 }),
    use(shape, { transform: 'scale(.92)', stroke: color, 'stroke-width': 1.2, 'stroke-dasharray': '7 5' }),
    place(grainLine(tall ? 150 : 70, color, 1.4), 0, 10, 1, tall ? 0 : 90),
    lettering(text, 14, tall ? -10 : 0, 9, { stroke: color }),
    ...knots.slice(1, 3).map(([x, y]) => notch(x, y, 30, color)),
  );
}

/** The whole background of a picture. */
export function ground({ color, surface: kind, piece, at }: Ground, w: number, h: number): SvgNode {
  const mark = markOn(color);
  return all(
    path(`M0 0H${w}V${h}H0Z`, { fill: color }),
    surface(kind, color, w, h),
    piece && at && group({ opacity: 0.5 }, place(patternPiece(piece, mark), at[0], at[1], at[3] ?? 1.1, at[2] ?? 0)),
    path(`M0 0H${w}V${h}H0Z`, {
      fill: url(
        el(
          'radialGradient',
          { cx: 0.4, cy: 0.35, r: 0.85 },
          el('stop', { offset: 0.5, 'stop-color': colour.ink, 'stop-opacity': 0 }),
          el('stop', { offset: 1, 'stop-color': colour.ink, 'stop-opacity': 0.13 }),
        ),
      ),
    }),
  );
}
