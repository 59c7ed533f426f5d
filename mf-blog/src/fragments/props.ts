import * as z from 'zod';

const latestPostProps = z.strictObject({
  /** The page that the post must be about, such as `/product/healthcare-clinics-wellness`. */
  path: z.string().startsWith('/').max(100),
});

export type LatestPostProps = z.output<typeof latestPostProps>;

/** Schemas of the fragments' props. */
export const props = { 'latest-post': latestPostProps };
