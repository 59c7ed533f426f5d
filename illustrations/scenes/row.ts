import { all, place, type SvgNode } from '../core/svg';
import { shadow } from '../furnishings/cloth';
import { footOf, outfit } from './outfit';

/** Outfits side by side on their forms, feet on the floor at `y`; each `[name, x, scale]`. */
export const row = (y: number, ...list: readonly (readonly [string, number, number])[]): SvgNode =>
  all(
    ...list.flatMap(([, x, k]) => shadow(x + 10, y + 4, 190 * k, 26 * k)),
    ...list.map(([name, x, k]) => place(outfit(name), x, y - footOf(name) * k, k)),
  );
