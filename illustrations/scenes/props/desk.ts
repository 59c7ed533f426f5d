import { colour, dye, shade } from '../../core/palette';
import { lettering } from '../../core/pens/lettering';
import { swatch } from '../../core/props';
import { all, el, path, place, type SvgNode } from '../../core/svg';
import { type Cloth, cloth } from '../../core/textures';
import { fabric, shadow } from '../../furnishings/cloth';
import type { View } from '../../garments/figure/body';
import { footOf, outfit } from './outfit';

const ink = colour.ink;

export const cloths: readonly Cloth[] = [
  fabric.madder,
  fabric.indigo,
  fabric.oat,
  fabric.deepSage,
  fabric.stripe,
  fabric.clay,
  fabric.palm,
  cloth(dye.navy, 'pinstripe'),
  cloth(dye.maroon, 'herringbone'),
  cloth(dye.marigold, 'twill'),
  cloth(dye.sky, 'gingham', dye.chambray),
  cloth(dye.bottle, 'tartan', dye.navy, dye.marigold),
];

/** A table top that fills the picture from `y` down. */
export const tableTop = (y: number, color = '#B58E60'): SvgNode =>
  all(
    path(`M0 ${y}H1600V1000H0Z`, { fill: color }),
    path(`M0 ${y}H1600M0 ${y + 110}H1600M0 ${y + 240}H1600`, {
      stroke: shade(color, 0.5),
      'stroke-width': 2,
      opacity: 0.6,
    }),
    path(`M0 ${y}H1600`, { stroke: ink, 'stroke-width': 3 }),
  );

export const onFloor = (name: string, x: number, y: number, k: number, view?: View): SvgNode =>
  all(shadow(x + 8, y + 4, 190 * k, 24 * k), place(outfit(name, k, view), x, y - footOf(name) * k, k));

/** A sheet of paper with a garment's flat drawn in line, as from the designer's pencil. */
export const sketch = (kind: number): SvgNode =>
  all(
    path('M-110 -150H110V150H-110Z', { fill: ink, opacity: 0.18, transform: 'translate(6 9)' }),
    path('M-110 -150H110V150H-110Z', { fill: '#FFFBF2', stroke: ink, 'stroke-width': 2 }),
    path(
      kind === 0
        ? 'M-26 -100L-70 -84L-92 20L-62 28L-54 -30L-58 100H58L54 -30L62 28L92 20L70 -84L26 -100Q0 -80 -26 -100ZM0 -84V100M-26 -100L0 -40L26 -100M-44 30h30v22h-30zM14 30h30v22h-30z'
        : kind === 1
          ? 'M-40 -104H40L58 -40L46 -34L70 100H-70L-46 -34L-58 -40ZM-46 -34H46M-30 -34L-42 100M0 -34V100M30 -34L42 100'
          : 'M-38 -108H38L48 110H10L0 -40L-10 110H-48ZM-38 -92H38M-40 -60l14 20M40 -60l-14 20',
      { stroke: ink, 'stroke-width': 2.4 },
    ),
    lettering(['COAT', 'DRESS', 'TROUSER'][kind] ?? '', -94, -138, 10, { stroke: colour.madder, 'stroke-width': 1.4 }),
    path('M-94 128h60M-94 138h40', { stroke: ink, 'stroke-width': 1.4, opacity: 0.5 }),
  );

export const fan = (x: number, y: number, n: number, w: number, h: number, from = -60, step = 14): SvgNode =>
  all(
    ...Array.from({ length: n }, (_, i) =>
      place(swatch(cloths[i % cloths.length] ?? fabric.oat, w, h), x, y, 1, from + i * step),
    ),
    el('circle', { cx: x, cy: y, r: 13, fill: colour.brass, stroke: ink, 'stroke-width': 2.2 }),
  );
