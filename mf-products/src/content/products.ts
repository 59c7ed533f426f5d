import raw from './products.content.json';
import type { Products } from './records';

/** The build checks the record by `schema.ts`. */
export const products = raw as Products;
