import { autonomous } from './autonomous';
import { classics } from './classics';
import type { Product } from './product';

/** All machines, in the order of the catalogue. */
export const products: readonly Product[] = [...autonomous, ...classics];
