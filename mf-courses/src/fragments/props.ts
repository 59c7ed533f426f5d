import * as z from 'zod';

const coursePricesProps = z.strictObject({});

export type CoursePricesProps = z.output<typeof coursePricesProps>;

/** What each fragment's props must be. */
export const props = { 'course-prices': coursePricesProps };
