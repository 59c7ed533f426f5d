import * as z from 'zod';

const coursePricesProps = z.strictObject({});

export type CoursePricesProps = z.output<typeof coursePricesProps>;

/** Schemas of the fragments' props. */
export const props = { 'course-prices': coursePricesProps };
