import { inked } from '../../core/pens/pens';
import type { SvgNode } from '../../core/svg';
import { bodies, type View } from '../../garments/figure/body';
import { outfitOf, specOf } from '../../garments/outfit-of';
import type { Sector } from '../../garments/outfits/all';

/** Sector and role from a tile's file name, such as `hospitality-chefs`. */
function parts(name: string): [Sector, string] {
  const cut = name.indexOf('-');
  return [name.slice(0, cut) as Sector, name.slice(cut + 1)];
}

/** An outfit by its tile's name, on a form with its stand, lined for `scale`; origin at the hollow of the neck. */
export const outfit = (name: string, scale = 1, view: View = 'front'): SvgNode =>
  inked(outfitOf(...parts(name), { pose: 'form', stand: true, view }), scale);

/** Where the foot of that outfit's stand is, in the outfit's own units. */
export const footOf = (name: string): number => bodies[specOf(...parts(name)).build].ankle + 10;
