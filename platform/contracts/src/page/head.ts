import * as z from 'zod';

/**
 * Title, description and metadata of a page, as plain data. The composer writes the tags; the shell replaces them on
 * soft navigation. An empty or missing field falls back to the site's value.
 */
export const headSchema = z.object({
  title: z.string().max(300),
  description: z.string().max(1000).default(''),
  keywords: z.string().max(1000).default(''),
  /** Path of the page without host, e.g. `/posts/how-linen-wears`. The composer makes it absolute. */
  canonical: z.string().max(2048).optional(),
  /** Path or absolute address of the picture that stands for the page when it is shared. */
  image: z.string().max(2048).optional(),
  ogType: z.enum(['website', 'article', 'product']).default('website'),
  /** Other forms of the same content, such as a feed: media type and path on this site. */
  alternates: z
    .array(
      z.object({
        type: z.string().regex(/^[a-z]+\/[a-z.+-]+$/),
        href: z
          .string()
          .regex(/^\/(?![/\\])/)
          .max(2048),
      }),
    )
    .max(5)
    .default([]),
  /** True keeps the page out of search engines (`/thank-you`, `/success`, error pages). */
  noindex: z.boolean().default(false),
  /**
   * The page's main action, which the layout keeps within reach: a label, and the id of an element. The layout presses
   * a button and scrolls to any other element. `null` shows none; left out, the layout shows the site's own action.
   */
  action: z
    .object({ words: z.string().min(1).max(20), target: z.string().regex(/^[a-z][a-z0-9-]{0,60}$/) })
    .nullable()
    .optional(),
  /** schema.org records, without `@context`. Addresses in them may be paths; the composer makes them absolute. */
  jsonLd: z.array(z.record(z.string(), z.unknown())).max(10).default([]),
});

export type Head = z.output<typeof headSchema>;
/** A head as a page writes it: everything but the title may be left out. */
export type HeadInput = z.input<typeof headSchema>;
