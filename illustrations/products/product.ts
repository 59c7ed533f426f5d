import type { SvgNode } from '../core/svg';
import type { Cloth } from '../core/textures';
import type { Ground } from '../garments/ground';
import type { Place } from '../garments/sectors/intros';

/** One product's detail sheet, drawn in the sheet's own pixels: to the left of x = 730, between y = 60 and 1040. */
export interface Product {
  readonly ground: Ground;
  readonly draw: () => SvgNode;
  /** Where the four notes of the product's content point. */
  readonly places: readonly Place[];
  /** Below the glass; the fifth note names it. */
  readonly cloth: Cloth;
  readonly swatches: readonly Cloth[];
}
