import * as z from 'zod';

const addToCartProps = z.strictObject({
  /** What is added. */
  sku: z.string().max(20),
});

export type AddToCartProps = z.output<typeof addToCartProps>;

/** What each fragment's props must be. */
export const props = { 'mini-cart': z.strictObject({}), 'add-to-cart': addToCartProps };
