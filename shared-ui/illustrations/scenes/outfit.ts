import { formStand } from '../core/props';
import { all, type SvgNode } from '../core/svg';
import { bodies } from '../garments/body';
import { garment, type OutfitSpec } from '../garments/garment';
import { tiles } from '../garments/outfits/all';
import type { Tile } from '../garments/tile';
import { hung, wardrobe } from './hung';

function specOf(name: string): OutfitSpec | undefined {
  const [sector = '', ...role] = name.split('-');
  return (tiles as Record<string, Record<string, Tile>>)[sector]?.[role.join('-')]?.outfit;
}

/** An outfit of the garments' folder by sector and role, on a form with its stand; origin at the hollow of the neck. */
export function outfit(name: string): SvgNode {
  const spec = specOf(name);
  if (spec) return garment({ ...spec, pose: 'form', stand: true });
  const stand = wardrobe[name.length % wardrobe.length] ?? { material: { base: '#22305f' } };
  return all(formStand(300, 640), hung({ ...stand, length: 420 }));
}

/** Where the foot of that outfit's stand is, in the outfit's own units. */
export const footOf = (name: string): number => bodies[specOf(name)?.build ?? 'broad'].ankle + 10;
