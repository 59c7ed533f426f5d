/** A product as the back end tells of it. */
export interface Product {
  id: string;
  name: string;
  category: string;
  highlights: string[];
  variants: Variant[];
}

export interface Variant {
  sku: string;
  name: string;
  color: string;
}

/** The variant that an address asks for, else the first. */
export const variantOf = ({ variants }: Product, sku: string | null): Variant | undefined =>
  variants.find((variant) => variant.sku === sku) ?? variants[0];
