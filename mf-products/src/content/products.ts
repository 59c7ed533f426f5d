import raw from './products.content.json';
import type { Products } from './records';

/** Checked when built; see `schema.ts`. */
export const products = raw as Products;
