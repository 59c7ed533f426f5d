import * as z from 'zod';

const recommendationsProps = z.strictObject({
  /** What the visitor looks at, or has in the cart. */
  skus: z.array(z.string().max(20)).max(30),
});

export type RecommendationsProps = z.output<typeof recommendationsProps>;

/** What each fragment's props must be. */
export const props = { recommendations: recommendationsProps };
