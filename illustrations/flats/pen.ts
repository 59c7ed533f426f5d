import { colour } from '../core/palette';
import { path, type SvgNode } from '../core/svg';

/** Cloth that the flat is about, what is worn below it, and what is tied over it. */
export const paint = { cloth: '#FFFDF8', below: '#EDE5D3', over: '#DFE3EE' } as const;

/** The three weights of a technical drawing, whatever the scale that it is placed at. */
export interface Pen {
  /** Outline of a piece of cloth. */
  piece(d: string, fill?: string): SvgNode;
  seam(d: string): SvgNode;
  stitch(d: string): SvgNode;
}

/** @param scale of the group that is drawn into */
export function penAt(scale: number): Pen {
  const of = (d: string, width: number, attrs: Record<string, string | number> = {}) =>
    path(d, { stroke: colour.ink, 'stroke-width': width / scale, ...attrs });
  return {
    piece: (d, fill = paint.cloth) => of(d, 4.4, { fill }),
    seam: (d) => of(d, 2.4),
    stitch: (d) => of(d, 1.5, { 'stroke-dasharray': `${Math.round(60 / scale) / 10} ${Math.round(45 / scale) / 10}` }),
  };
}

/** A line and its mirror image. Points are given for the right half. */
export const both = (...points: readonly (readonly [number, number])[]): string =>
  [1, -1].map((side) => `M${points.map(([x, y]) => `${Math.round(x * side)} ${Math.round(y)}`).join('L')}`).join('');
