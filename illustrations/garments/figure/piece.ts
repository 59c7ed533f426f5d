import { colour } from '../../core/palette';
import { stroke } from '../../core/pens/curve';
import { all, type Child, clipped, el, num, path, type SvgNode, use, type Value } from '../../core/svg';
import { type Cloth, seamOf, shadeOf, sideLight, tubeLight, weaveOf } from '../../core/textures';

interface PieceOptions {
  /** Light as on a flat panel or as on a tube (sleeves, legs). */
  readonly light?: 'side' | 'tube';
  /** Weight of the outline. */
  readonly width?: number;
}

/**
 * One cut piece of cloth: dye, weave, light, and what lies on it, cut to its shape. Its outline is heavier away from
 * the light.
 */
export function piece(d: string, material: Cloth, inside: readonly Child[] = [], options: PieceOptions = {}): SvgNode {
  const shape = path(d);
  const weave = weaveOf(material);
  const width = options.width ?? 2.3;
  return all(
    use(shape, {
      fill: material.base,
      stroke: colour.ink,
      'stroke-width': width,
      transform: `translate(${num(width * 0.4)} ${num(width * 0.48)})`,
    }),
    weave && use(shape, { fill: weave }),
    inside.length > 0 && clipped(shape, ...inside),
    use(shape, { fill: options.light === 'tube' ? tubeLight : sideLight, stroke: colour.ink, 'stroke-width': width }),
  );
}

/** A construction line: seam, dart, crease edge. */
export const seam = (d: string, material: Cloth, width = 1.5): SvgNode =>
  path(d, { stroke: seamOf(material), 'stroke-width': width });

/** A row of top-stitching. */
export const topStitch = (d: string, material: Cloth, color?: string): SvgNode =>
  path(d, { stroke: color ?? seamOf(material), 'stroke-width': 1.2, 'stroke-dasharray': '4 3' });

/** A fold's soft dark side, from one point to another. */
export const fold = (
  material: Cloth,
  x1: number,
  y1: number,
  x2: number,
  y2: number,
  width = 9,
  bend = 0,
  opacity = 0.5,
): SvgNode => path(stroke(x1, y1, x2, y2, width, bend), { fill: shadeOf(material), opacity });

/** A fold's sharp edge: a tapering line. */
export const crease = (
  material: Cloth,
  x1: number,
  y1: number,
  x2: number,
  y2: number,
  bend = 0,
  width = 1.1,
): SvgNode => path(stroke(x1, y1, x2, y2, width, bend), { fill: seamOf(material) });

/** A narrow band of cloth along a line, outlined on both sides. */
export const ribbon = (d: string, width: number, color: string, ends: 'butt' | 'round' = 'butt'): SvgNode =>
  twice(
    path(d),
    { stroke: colour.ink, 'stroke-width': width + 3, 'stroke-linecap': ends },
    { stroke: color, 'stroke-width': width, 'stroke-linecap': ends },
  );

/** One line drawn with two pens; written once when that is shorter. */
function twice(shape: SvgNode, under: Record<string, Value>, over: Record<string, Value>): SvgNode {
  const { d } = shape.attrs;
  if (typeof d === 'string' && d.length > 48) return all(use(shape, under), use(shape, over));
  return all(el('path', { ...shape.attrs, ...under }), el('path', { ...shape.attrs, ...over }));
}
