/** A colour in which a product is sold. */
export interface Variant {
  sku: string;
  name: string;
  /** `#rrggbb` */
  color: string;
}

export interface Product {
  id: string;
  name: string;
  category: string;
  highlights: string[];
  variants: Variant[];
}
