import * as z from 'zod';

/**
 * What a page says about itself, as plain data. The composer turns it into tags, the shell replaces them on
 * soft navigation. An empty or missing field falls back to the site's.
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
  /** The same content in other forms, such as a feed: its type, and its path on this site. */
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
   * What the page is for, which the host's layout keeps within reach. It is a few words, and the id of the element of the page that
   * does it. A button is pressed, anything else is gone to. `null`: nothing. Left out: what the site offers everywhere.
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
