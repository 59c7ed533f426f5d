import * as z from 'zod';

/** What a list takes beside its own filters. `sort` is one of its columns. */
export const listQuery = <const C extends readonly [string, ...string[]]>(columns: C) =>
  z.object({
    page: z.coerce.number().int().min(1).max(100_000).default(1),
    perPage: z.coerce.number().int().min(1).max(100).default(25),
    sort: z.enum(columns).default(columns[0] as C[number]),
    order: z.enum(['asc', 'desc']).default('desc'),
  });

/** A list's own filters. */
export type FilterOf<Query extends z.ZodType> = Omit<z.output<Query>, 'page' | 'perPage' | 'sort' | 'order'>;

/** What is searched for. */
export const searched = z
  .string()
  .trim()
  .max(200)
  .regex(/^[^\0]*$/, 'Nothing can be found by these characters.')
  .optional();

/** A query parameter that is a yes or a no. */
export const flag = z.enum(['true', 'false']).transform((value) => value === 'true');

/** What a list answers: a page of it, and how many there are in all. With `has_more` there are more than `total`. */
export const listOf = <T extends z.ZodType>(item: T) =>
  z.object({ data: z.array(item), total: z.number().int().min(0), has_more: z.boolean().optional() });

/** A moment: a date in the API, and ISO 8601 with its zone on the way. */
export const moment = z.codec(z.iso.datetime({ offset: true }), z.date(), {
  decode: (text) => new Date(text),
  encode: (date) => date.toISOString(),
});

/** Names a record in the path of a call. */
export const byId = z.object({ id: z.uuid('There is nothing at this address.') });

/** An address of the site's own page that shows what is not saved, and until when it does. */
export const previewSchema = z.object({ path: z.string(), until: moment });

const written = (longest: number) =>
  z.string().trim().min(1, 'This must not be empty.').max(longest, `This must have ${longest} characters at most.`);

/** One line of text: nothing in it can begin a line of its own, such as a header of a mail. */
export const line = (longest: number) => written(longest).regex(/^[^\p{Cc}\u2028\u2029]*$/u, 'This must be one line.');

/** Text of several lines. */
export const textOf = (longest: number) =>
  written(longest).regex(/^[^\0]*$/, 'This has characters that cannot be kept.');

/** What a call that changes something answers when there is nothing to tell. */
export const doneSchema = z.object({ done: z.literal(true) });
