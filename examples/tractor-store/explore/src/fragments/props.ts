import * as z from 'zod';

const headerProps = z.strictObject({
  /** The page that is shown, when the menu leads there. */
  current: z.enum(['machines', 'stores']).optional(),
});

const recommendationsProps = z.strictObject({
  /** What the visitor looks at, or has in the cart. */
  skus: z.array(z.string().max(20)).max(30),
});

const storePickerProps = z.strictObject({
  /** The store that is chosen. */
  chosen: z.string().max(20).optional(),
});

export type HeaderProps = z.output<typeof headerProps>;
export type RecommendationsProps = z.output<typeof recommendationsProps>;
export type StorePickerProps = z.output<typeof storePickerProps>;

/** What each fragment's props must be. */
export const props = {
  header: headerProps,
  footer: z.strictObject({}),
  recommendations: recommendationsProps,
  'store-picker': storePickerProps,
};
