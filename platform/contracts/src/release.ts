import { z } from 'zod';
import { cookieNamesSchema, releaseFragmentSchema } from './fragment-schema';
import { appNameSchema } from './version';

/** `sha384-…`, as the browser's `integrity` attribute wants it. */
export const integritySchema = z.string().regex(/^sha384-[A-Za-z0-9+/=]{64}$/);
/** A path inside the release folder, never outside it. */
const releasePathSchema = z.string().regex(/^(?!\/)(?!.*\.\.)[\w@./-]+$/);
/** Semantic version, a dash and the hash of everything that went into the build. */
export const versionSchema = z.string().regex(/^\d+\.\d+\.\d+(-[\w.]+)?$/);

const fileSchema = z.object({
  integrity: integritySchema,
  bytes: z.number().int(),
  /** Sizes of `{file}.br` and `{file}.gz` beside it, where there are. */
  brotli: z.number().int().optional(),
  gzip: z.number().int().optional(),
});

const releaseRouteSchema = z.object({
  /** A pattern such as `/blog/:slug`. */
  path: z.string().startsWith('/'),
  /** True: reached by a full page load only, because the page's CSP allows more than others'. */
  document: z.boolean().default(false),
  /** Addresses of this route that search engines should know. */
  sitemap: z.array(z.string().startsWith('/')).default([]),
  /** Label of the site's menu by which visitors get to the page, unless the owner's navigation leads there already. */
  menu: z.string().min(1).max(40).optional(),
  /** Query parameters that make another page of it. A release of before this was told: all of them. */
  query: z.array(z.string().max(100)).max(20).optional(),
  /** Cookies that the page reads: with any of them it is made for one visitor. */
  cookies: cookieNamesSchema.optional(),
  /** Scripts and styles that the page needs beside the entry's own. */
  js: z.array(releasePathSchema),
  css: z.array(releasePathSchema),
});

/** A package that an app shares with the others on a page. */
const shareSchema = z.object({
  name: z.string().max(100),
  /** The version that it was built with, and brings along. */
  version: z.string().max(60),
  /** Versions of another app's that it takes instead. */
  range: z.string().max(100),
});

/** Versions of the composition contract, both ends included. */
export const contractRangeSchema = z.object({ min: z.number().int(), max: z.number().int() });

/** `release.json`: all that the composer needs to know of a release. */
export const releaseManifestSchema = z.object({
  app: appNameSchema,
  version: versionSchema,
  contract: z.number().int(),
  /** The shell's: versions of the contract that it hosts. */
  hosts: contractRangeSchema.optional(),
  builtAt: z.string(),
  /** What it asks to share. A release of before this was told says nothing. */
  shares: z.array(shareSchema).max(50).optional(),
  /** Trusted Types policies that its code makes. A release of before this was told works without enforcement only. */
  policies: z
    .array(z.string().regex(/^[\w-]{1,60}$/))
    .max(10)
    .optional(),
  routes: z.array(releaseRouteSchema),
  /** Pieces that pages of others may hold. Since contract 4. */
  fragments: z.array(releaseFragmentSchema).max(50).optional(),
  entry: z.object({
    /** The script that starts the app in the browser. */
    browser: releasePathSchema,
    /** The ES module with the server entry. */
    node: releasePathSchema,
    /** Scripts and styles needed on each of the app's pages. */
    js: z.array(releasePathSchema),
    css: z.array(releasePathSchema),
    /** Fonts wanted before the first paint. */
    fonts: z.array(releasePathSchema).optional(),
    /** Scripts and styles of the stage that shows the app alone. */
    standalone: z.object({ js: z.array(releasePathSchema), css: z.array(releasePathSchema) }).optional(),
  }),
  files: z.record(releasePathSchema, fileSchema),
  /** Made when it is published, over all of the above. */
  signature: z.object({ key: z.string().max(100), value: z.string().max(200) }).optional(),
});

export type Share = z.output<typeof shareSchema>;
export type ContractRange = z.output<typeof contractRangeSchema>;
export type ReleaseManifest = z.output<typeof releaseManifestSchema>;
export type ReleaseRoute = z.output<typeof releaseRouteSchema>;

const ASSETS = 'assets/';

/**
 * Where a release's file lies in the store, and below `/_releases/` on the site. Files named by their content lie beside
 * the releases: what did not change between two of them keeps its address.
 */
export const releaseFilePath = ({ app, version }: Pick<ReleaseManifest, 'app' | 'version'>, file: string): string =>
  file.startsWith(ASSETS) ? `${app}/${file}` : `${app}/${version}/${file}`;
