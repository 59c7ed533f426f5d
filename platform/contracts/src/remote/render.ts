import * as z from 'zod';
import { headSchema } from '../page/head';
import { FRAGMENT_LIMITS } from './fragment';
import type { PublicConfig } from './mount';

/** `server`: in the page's HTML; `deferred`: fetched by the browser at once; `visible`: fetched when it nears the window. */
export const fragmentWhenSchema = z.enum(['server', 'deferred', 'visible']);
export type FragmentWhen = z.output<typeof fragmentWhenSchema>;

/** Of an app or a fragment: it stands in addresses, headers and attributes. */
export const nameSchema = z
  .string()
  .regex(/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/)
  .max(40);

/** A path inside the release's folder, safe in headers and addresses. */
export const releasePathSchema = z
  .string()
  .max(255)
  .regex(/^(?!\/)(?!.*\.\.)[\w@./-]+$/);
/** Scripts or styles of a page or a fragment. */
export const releaseFilesSchema = z.array(releasePathSchema).max(100);

/** Names of cookies that a fragment, route or back end reads. */
export const cookieNamesSchema = z.array(z.string().regex(/^[\w-]{1,60}$/)).max(10);

export const fragmentResultSchema = z.object({
  html: z.string().max(FRAGMENT_LIMITS.html),
  /** JSON for hydration in the browser. */
  data: z.unknown(),
  /** Seconds for which the composer may reuse it; default: the declaration's. */
  maxAge: z.number().min(0).max(86_400).optional(),
  /** 200, or an error status that the page takes over when the fragment is required. */
  status: z.union([z.literal(200), z.number().int().min(400).max(599)]).default(200),
});

export type FragmentResult = z.output<typeof fragmentResultSchema>;

export type FragmentAnswer = z.input<typeof fragmentResultSchema>;

export const releaseFragmentSchema = z.object({
  name: nameSchema,
  when: fragmentWhenSchema,
  /** Seconds for which results may be reused; a result may say less. */
  maxAge: z.number().min(0).max(86_400),
  /** Cookies that it reads. A request with any of them gets a render of its own, which is never cached. */
  cookies: cookieNamesSchema,
  /** JSON Schema of its props. */
  props: z.record(z.string(), z.unknown()).optional(),
  /** False: it has no browser part. */
  interactive: z.boolean(),
  /** Its scripts and styles, beside the entry's. */
  js: releaseFilesSchema,
  css: releaseFilesSchema,
});

export type ReleaseFragment = z.output<typeof releaseFragmentSchema>;

/** Argument of a remote's server entry. */
export interface RenderRequest<Config extends PublicConfig = PublicConfig> {
  /** Absolute address of the page, query included. */
  url: string;
  config: Config;
  /** The visitor's cookies that the route or fragment declares. */
  cookies: Readonly<Record<string, string>>;
  /** Like the global `fetch`, with a timeout. Addresses that begin with `/api` reach the remote's back end and the API. */
  fetch: typeof globalThis.fetch;
  /** Aborted when nobody waits for the result. */
  signal: AbortSignal;
}

/** An origin and nothing else: any other word would change the page's policy. */
const originSchema = z.string().regex(/^https?:\/\/((\*\.)?[\w.-]+|\[[\da-f:]+\])(:\d{1,5})?$/);
const originsSchema = z.array(originSchema).max(20).optional();

/** A page: its HTML, head and data. */
export const renderedPageSchema = z.object({
  /** HTTP status, such as 404 for an unknown slug. Redirects and statuses without a body are not allowed. */
  status: z.union([z.literal(200), z.number().int().min(400).max(599)]),
  head: headSchema,
  html: z.string(),
  /** JSON for hydration in the browser. */
  data: z.unknown(),
  /** Seconds for which the composer may reuse it. */
  maxAge: z.number().min(0),
  /** More origins for the page's policy, such as a payment provider's script. */
  allow: z
    .object({
      script: originsSchema,
      frame: originsSchema,
      connect: originsSchema,
    })
    .optional(),
});

export type RenderedPage = z.output<typeof renderedPageSchema>;

/** Sends the visitor to another page; 301 and 308 permanently. */
export const redirectSchema = z.object({
  status: z.literal([301, 302, 303, 307, 308]),
  /** A path of the site, or an address at one of the `redirectOrigins` of `site.ts`. */
  to: z.string().max(2048),
  /** Seconds for which the composer may reuse this answer; default: none. */
  maxAge: z.number().min(0).optional(),
});

export type Redirect = z.output<typeof redirectSchema>;

/** The page is not for this visitor: 401 before a sign-in, 403 in any case. The shell's own page says so. */
export const deniedSchema = z.object({ status: z.literal([401, 403]), denied: z.literal(true) });

export type Denied = z.output<typeof deniedSchema>;

export type RenderResult = RenderedPage | Redirect | Denied;

/** A {@link RenderResult} as a remote returns it: fields with a default are optional. */
export type GivenRenderResult = z.input<typeof renderedPageSchema> | Redirect | Denied;

/** A remote's server entry (`src/render.tsx`). */
export type Render<Config extends PublicConfig = PublicConfig> = (
  request: RenderRequest<Config>,
) => Promise<GivenRenderResult>;

/** Optional export of a server entry: sitemap paths that the build cannot know. While calls fail, the last answer stays. */
export type Sitemap<Config extends PublicConfig = PublicConfig> = (
  request: Pick<RenderRequest<Config>, 'config' | 'fetch' | 'signal'>,
) => Promise<string[]>;

/** Optional export of a server entry: text of a file that `files` in `src/routes.tsx` declares. Cached for five minutes. */
export type RenderFile<Config extends PublicConfig = PublicConfig> = (
  request: Pick<RenderRequest<Config>, 'config' | 'fetch' | 'signal'> & { path: string },
) => Promise<string>;
