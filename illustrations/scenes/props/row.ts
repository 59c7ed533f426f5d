import { all, place, type SvgNode } from '../../core/svg';
import { shadow } from '../../furnishings/cloth';
import type { View } from '../../garments/figure/body';
import { footOf, outfit } from './outfit';

type Placed = readonly [name: string, x: number, scale: number, view?: View];

/** Outfits side by side on their forms, feet on the floor at `y`. */
export const row = (y: number, ...list: readonly Placed[]): SvgNode =>
  all(
    ...list.flatMap(([, x, k]) => shadow(x + 10, y + 4, 190 * k, 26 * k)),
    ...list.map(([name, x, k, view]) => place(outfit(name, k, view), x, y - footOf(name) * k, k)),
  );
