import { inked } from '../../core/pens/pens';
import { all, type Child, group, place, type SvgNode } from '../../core/svg';
import { dropShadow } from '../../core/textures';
import { bodies } from '../figure/body';
import type { Layer } from '../figure/layer';
import type { OutfitSpec } from '../garment';
import { garment } from '../garment';
import { specOf } from '../outfit-of';
import type { Sector } from '../outfits/all';
import { floorAt, standing } from './room';

interface Stand {
  readonly x: number;
  readonly scale?: number;
  /** Put on last, such as shoes. */
  readonly extra?: readonly Layer[];
  /** Raised above the floor, when it hangs. */
  readonly lift?: number;
  readonly change?: Partial<OutfitSpec>;
}

/** A role's whole outfit standing on the floor (or hanging above it) at x. */
export function stand(
  sector: Sector,
  role: string,
  { x, scale = 0.94, extra = [], lift = 0, change = {} }: Stand,
): SvgNode {
  const spec = specOf(sector, role);
  const outfit: OutfitSpec = { ...spec, ...change, layers: [...spec.layers, ...extra] };
  const foot = (bodies[outfit.build].ankle + 26) * scale;
  return all(
    lift === 0 && standing(x, 110 * scale),
    place(inked(garment(outfit), scale), x, floorAt + 22 - foot - lift, scale),
  );
}

/** Things that stand before a wall, with the one shadow that they cast on it. */
export const cast = (...things: readonly Child[]): SvgNode => group({ filter: dropShadow(16, 9, 9, 0.2) }, ...things);
