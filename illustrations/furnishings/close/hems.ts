import { colour } from '../../core/palette';
import { outline } from '../../core/pens/curve';
import { stitches } from '../../core/props';
import { all, path, type SvgNode } from '../../core/svg';
import { type Cloth, seamOf, shadeOf } from '../../core/textures';
import { soft } from '../cloth';

const ink = colour.ink;

/** Drawn-thread work along a hem: a ladder of bundled threads from (0, 0), `length` long and `h` high. */
export const ladder = (length: number, h: number, color: string): SvgNode =>
  all(
    path(`M0 0H${length}M0 ${h}H${length}`, { stroke: color, 'stroke-width': 1.4 }),
    path(`M5 ${h / 2}H${length}`, {
      stroke: color,
      'stroke-width': h,
      'stroke-dasharray': '2 8',
      'stroke-linecap': 'butt',
    }),
  );

export interface SheetOptions {
  /** Width of the hem; its thread; the colour of the woven line that names the size. */
  readonly hem?: number;
  readonly thread?: string;
  readonly code?: string;
}

/** A folded sheet in close view: its hemmed, mitred corner at (0, 0), the cloth to the upper left of it. */
export function mitredSheet(w: number, h: number, material: Cloth, options: SheetOptions = {}): SvgNode {
  const { hem = 64, thread = seamOf(material), code } = options;
  const d = outline(
    [-w + 18, -h],
    [0, -h],
    [3, -h * 0.5, 's'],
    [0, 0],
    [-w * 0.5, 3, 's'],
    [-w + 18, 0],
    [-w, -16, 's'],
    [-w, -h + 16, 's'],
  );
  return all(
    path(d, { fill: ink, opacity: 0.2, transform: 'translate(10 16)' }),
    soft(
      d,
      material,
      {
        width: 2.6,
        folds: [
          [-w * 0.9, -h * 0.7, -w * 0.4, -h * 0.5, 16, 12],
          [-w * 0.5, -h * 0.9, -w * 0.2, -h * 0.45, 14, -10],
          [-w * 0.8, -h * 0.25, -w * 0.3, -h * 0.2, 12, -8],
        ],
      },
      path(`M${-w} ${-hem}H${-hem}V${-h}H4V4H${-w}Z`, { fill: shadeOf(material), opacity: 0.28 }),
      code
        ? path(`M${-w} ${-hem - 16}H${-hem - 16}V${-h}M${-w} ${-hem - 23}H${-hem - 23}V${-h}`, {
            stroke: code,
            'stroke-width': 4,
          })
        : undefined,
    ),
    path(`M${-w + 4} ${-hem}H${-hem}V${-h}`, { stroke: ink, 'stroke-width': 1.6 }),
    path(`M${-hem} ${-hem}L0 0`, { stroke: ink, 'stroke-width': 1.6 }),
    stitches(`M${-hem + 8} ${-hem + 2}L-5 -11`, thread, 1.6, '6 4'),
    stitches(`M${-w + 8} ${-hem + 7}H${-hem + 7}V${-h + 4}`, thread, 1.8, '8 5'),
    stitches(`M${-w + 10} -8H-8V${-h + 4}`, thread, 1.8, '8 5'),
  );
}

/** A corded edge along path data: the cord, its twist, and the seam beside it. */
export const cord = (d: string, color: string, r = 12): SvgNode =>
  all(
    path(d, { stroke: ink, 'stroke-width': r + 4 }),
    path(d, { stroke: color, 'stroke-width': r }),
    path(d, {
      stroke: '#fff',
      'stroke-width': r * 0.3,
      opacity: 0.35,
      transform: `translate(${-r * 0.14} ${-r * 0.18})`,
    }),
    path(d, {
      stroke: ink,
      'stroke-width': r,
      opacity: 0.18,
      'stroke-dasharray': `1.6 ${r * 0.7}`,
      'stroke-linecap': 'butt',
    }),
  );
