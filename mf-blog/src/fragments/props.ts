import * as z from 'zod';

const latestPostProps = z.strictObject({
  /** The page that the post is to fit, such as `/product/healthcare-clinics-wellness`. */
  path: z.string().startsWith('/').max(100),
});

export type LatestPostProps = z.output<typeof latestPostProps>;

/** What each fragment's props must be. */
export const props = { 'latest-post': latestPostProps };
