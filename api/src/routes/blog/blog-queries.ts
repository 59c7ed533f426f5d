import * as z from 'zod';
import { BLOG_PAGE_SIZE, BLOG_PAGE_SIZE_MAX } from '../../../wire/blog';

const number = (fallback: number, most: number, name: string) =>
  z.coerce
    .number({ error: `The ${name} must be a number.` })
    .int(`The ${name} must be a whole number.`)
    .min(1, `The ${name} must be 1 or more.`)
    .transform((value) => Math.min(value, most))
    .default(fallback);

/** Which page of the list. */
export const listQuery = z.object({
  page: number(1, 1_000_000, 'page'),
  limit: number(BLOG_PAGE_SIZE, BLOG_PAGE_SIZE_MAX, 'limit'),
});
/** Which post. */
export const showQuery = z.object({
  slug: z
    .string({ error: 'Which post? The address lacks its slug.' })
    .min(1, 'Which post? The address lacks its slug.')
    .max(200),
});
