import { all, place, type SvgNode } from '../core/svg';

/**
 * Things drawn on a sheet of 800 by 600. They lie close together, so that banners cut none of them off: those crop to a
 * square or to a wide strip.
 */
export const withinSquare = (
  x: number,
  y: number,
  scale: number,
  ...things: readonly (SvgNode | undefined)[]
): SvgNode => place(all(...things), x, y, scale);
