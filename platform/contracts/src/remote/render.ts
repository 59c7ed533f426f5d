import * as z from 'zod';
import { headSchema } from '../page/head';
import { FRAGMENT_LIMITS } from './fragment';
import type { PublicConfig } from './mount';

/** `server`: in the page's HTML; `deferred`: the browser asks for it; `visible`: once it comes near the window. */
export const fragmentWhenSchema = z.enum(['server', 'deferred', 'visible']);
export type FragmentWhen = z.output<typeof fragmentWhenSchema>;

export const fragmentNameSchema = z
  .string()
  .regex(/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/)
  .max(40);

/** A path inside the release folder, never outside it: it stands in headers and addresses. */
export const releasePathSchema = z
  .string()
  .max(255)
  .regex(/^(?!\/)(?!.*\.\.)[\w@./-]+$/);
/** Scripts or styles that go with a page or a fragment. */
export const releaseFilesSchema = z.array(releasePathSchema).max(100);

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

export type FragmentAnswer = z.input<typeof fragmentResultSchema>;

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
  js: releaseFilesSchema,
  css: releaseFilesSchema,
});

export type ReleaseFragment = z.output<typeof releaseFragmentSchema>;

/** What a remote's server entry is given. */
export interface RenderRequest<Config extends PublicConfig = PublicConfig> {
  /** Absolute address of the page, query included. */
  url: string;
  config: Config;
  /** Those of the visitor's that the route or the fragment declares; empty when it declares none. */
  cookies: Readonly<Record<string, string>>;
  /** Like the platform's; addresses that begin with `/api` reach the remote's own back end and the API. Times out on its own. */
  fetch: typeof globalThis.fetch;
  /** Aborted when nobody waits for it. */
  signal: AbortSignal;
}

/** Only an origin. Any other word would change the page's policy. */
const originSchema = z.string().regex(/^https?:\/\/((\*\.)?[\w.-]+|\[[\da-f:]+\])(:\d{1,5})?$/);
const originsSchema = z.array(originSchema).max(20).optional();

/** A page, as HTML and what goes with it. */
export const renderedPageSchema = z.object({
  /** HTTP status of the page, such as 404 for an unknown slug. Redirects and statuses without a body are not allowed. */
  status: z.union([z.literal(200), z.number().int().min(400).max(599)]),
  head: headSchema,
  html: z.string(),
  /** What the browser needs to hydrate without asking again. JSON only. */
  data: z.unknown(),
  /** Seconds for which the composer may serve this result without rendering again. */
  maxAge: z.number().min(0),
  /** More origins this page's CSP must allow, e.g. a payment provider's script. */
  allow: z
    .object({
      script: originsSchema,
      frame: originsSchema,
      connect: originsSchema,
    })
    .optional(),
});

export type RenderedPage = z.output<typeof renderedPageSchema>;

/** The visitor is sent on to another page. 301 and 308: for good. */
export const redirectSchema = z.object({
  status: z.literal([301, 302, 303, 307, 308]),
  /** A path of the site, or an address at an origin that `redirectOrigins` of `site.ts` names. */
  to: z.string().max(2048),
  /** Seconds for which the composer may reuse this answer; default: none. */
  maxAge: z.number().min(0).optional(),
});

export type Redirect = z.output<typeof redirectSchema>;

/** The page is not for this visitor: 401 before they sign in, 403 whoever they are. The shell's own page says so. */
export const deniedSchema = z.object({ status: z.literal([401, 403]), denied: z.literal(true) });

export type Denied = z.output<typeof deniedSchema>;

export type RenderResult = RenderedPage | Redirect | Denied;

/** The same as a remote gives it: fields with a default may be left out. */
export type GivenRenderResult = z.input<typeof renderedPageSchema> | Redirect | Denied;

/** A remote's server entry (`src/render.tsx`). */
export type Render<Config extends PublicConfig = PublicConfig> = (
  request: RenderRequest<Config>,
) => Promise<GivenRenderResult>;

/** Optional export of a server entry: paths for search engines that no build can know. The last answer stays while a call fails. */
export type Sitemap<Config extends PublicConfig = PublicConfig> = (
  request: Pick<RenderRequest<Config>, 'config' | 'fetch' | 'signal'>,
) => Promise<string[]>;

/** Optional export of a server entry: the text of a file that `files` in `src/routes.tsx` declares. It is kept for five minutes. */
export type RenderFile<Config extends PublicConfig = PublicConfig> = (
  request: Pick<RenderRequest<Config>, 'config' | 'fetch' | 'signal'> & { path: string },
) => Promise<string>;
