import type { SvgNode } from '../core/svg';
import type { Cloth } from '../core/textures';
import type { Ground } from '../garments/ground';

/** One product's detail sheet, drawn in the sheet's own pixels: to the left of x = 730, between y = 60 and 1040. */
export interface Product {
  readonly ground: Ground;
  readonly draw: () => SvgNode;
  /** Four notes: the detail's place, what it is, and the fact. */
  readonly notes: readonly (readonly [x: number, y: number, first: string, second: string])[];
  readonly glass: { readonly cloth: Cloth; readonly text: readonly [string, string] };
  readonly swatches: readonly Cloth[];
}
