import { formStand } from '../core/props';
import { all, type SvgNode } from '../core/svg';
import { hung, wardrobe } from './hung';

/** An outfit of the garments' folder by its tile's name; origin at the hollow of the neck, feet at about y = 660. */
export function outfit(name: string): SvgNode {
  const spec = wardrobe[name.length % wardrobe.length] ?? { material: { base: '#22305f' } };
  return all(formStand(300, 640), hung({ ...spec, length: 420 }));
}
