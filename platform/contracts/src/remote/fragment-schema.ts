import * as z from 'zod';
import { FRAGMENT_LIMITS } from './fragment';

/** `server`: in the page's HTML; `deferred`: the browser asks for it; `visible`: once it comes near the window. */
export const fragmentWhenSchema = z.enum(['server', 'deferred', 'visible']);
export type FragmentWhen = z.output<typeof fragmentWhenSchema>;

export const fragmentNameSchema = z
  .string()
  .regex(/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/)
  .max(40);

/** Names of cookies that a fragment, a route or a back end reads. */
export const cookieNamesSchema = z.array(z.string().regex(/^[\w-]{1,60}$/)).max(10);

export const fragmentResultSchema = z.object({
  html: z.string().max(FRAGMENT_LIMITS.html),
  /** What the browser needs to hydrate it. JSON only. */
  data: z.unknown(),
  /** Seconds for which the composer may serve it without rendering again; the declaration's own when left out. */
  maxAge: z.number().min(0).max(86_400).optional(),
  /** Counts where the fragment is required: 200, or 4xx, 5xx. */
  status: z.union([z.literal(200), z.number().int().min(400).max(599)]).default(200),
});

export type FragmentResult = z.output<typeof fragmentResultSchema>;

/** The same as a remote may write it. */
export type FragmentAnswer = z.input<typeof fragmentResultSchema>;

/** How a release declares a fragment, in its manifest. */
export const releaseFragmentSchema = z.object({
  name: fragmentNameSchema,
  when: fragmentWhenSchema,
  /** Seconds for which it may be reused; its results may say less. */
  maxAge: z.number().min(0).max(86_400),
  /** Cookies that it reads: with any of them it is made for one visitor, and kept nowhere. */
  cookies: cookieNamesSchema,
  /** JSON Schema of its props, for who places it. */
  props: z.record(z.string(), z.unknown()).optional(),
  /** False: it has no part in the browser. */
  interactive: z.boolean(),
  /** Scripts and styles that it needs beside the entry's own. */
  js: z.array(z.string()),
  css: z.array(z.string()),
});

export type ReleaseFragment = z.output<typeof releaseFragmentSchema>;
