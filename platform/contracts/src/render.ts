import { z } from 'zod';
import type { PublicConfig } from './config';
import { headSchema } from './head';

/** What a remote's server entry is given. */
export interface RenderRequest {
  /** Absolute address of the page, query included. */
  url: string;
  config: PublicConfig;
  /** Those of the visitor's that the route declares; empty when it declares none. Since contract 4. */
  cookies: Readonly<Record<string, string>>;
  /** Like the platform's; addresses that begin with `/api` reach the API. Times out on its own. */
  fetch: typeof globalThis.fetch;
  /** Aborted when the page is no longer waited for. */
  signal: AbortSignal;
}

/** Nothing but an origin: any other word would be one of the page's policy, which is not the remote's to write. */
const originSchema = z.string().regex(/^https?:\/\/((\*\.)?[\w.-]+|\[[\da-f:]+\])(:\d{1,5})?$/);
const originsSchema = z.array(originSchema).max(20).optional();

export const renderResultSchema = z.object({
  /** HTTP status of the page: 404 for an unknown slug, id or post. One that sends no page, or leads elsewhere, is none. */
  status: z.union([z.literal(200), z.number().int().min(400).max(599)]),
  head: headSchema,
  html: z.string(),
  /** What the browser needs to hydrate without asking again. JSON only. */
  data: z.unknown(),
  /** Seconds for which the composer may serve this result without rendering again. */
  maxAge: z.number().min(0),
  /** More origins this page's CSP must allow, e.g. the payment checkout's. */
  allow: z
    .object({
      script: originsSchema,
      frame: originsSchema,
      connect: originsSchema,
    })
    .optional(),
});

export type RenderResult = z.output<typeof renderResultSchema>;

/** A remote's server entry (`src/render.tsx`). */
export type Render = (request: RenderRequest) => Promise<RenderResult>;

/**
 * What a remote's server entry may export beside it: addresses that search engines should know and that no build could
 * tell, as paths. The composer asks now and then, and keeps the last answer while it gets none.
 */
export type Sitemap = (request: Pick<RenderRequest, 'config' | 'fetch' | 'signal'>) => Promise<string[]>;
