import * as z from 'zod';
import { cookieNamesSchema, releaseFilesSchema, releaseFragmentSchema, releasePathSchema } from '../remote/render';

/** The version of the composition contract that this code speaks. A release names the one it was built for. */
export const CONTRACT_VERSION = 4;

/** Versions of the contract that a shell of these sources hosts, both ends included. A shell's release says so. */
export const HOSTED_CONTRACTS = { min: 4, max: 4 };

/** The host; every other app is a remote. */
export const SHELL = 'shell';

/** Names in a store that are not an app's: its folders, and what stands for the whole site. */
const NOT_APPS = ['history', 'previews', 'site'];

/** An app's name: its folder, its address and its federation name are made of it. */
export const appNameSchema = z
  .string()
  .regex(/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/)
  .max(40)
  // Objects keyed by app names must not inherit a property of this name.
  .refine((name) => !NOT_APPS.includes(name) && !(name in {}));

/** Any app: nothing lists them but the registry. */
export type AppName = string;
export type RemoteName = string;

/** First segments of the API's addresses for those who run it. They have a port of their own; visitors are refused them. */
export const PRIVATE_API_NAMES: readonly string[] = ['metrics', 'healthz', 'readyz', 'site', 'office'];

/** `sha384-…`, as the browser's `integrity` attribute wants it. */
export const integritySchema = z.string().regex(/^sha384-[A-Za-z0-9+/=]{64}$/);
/** Semantic version, a dash and the hash of everything that went into the build. */
export const versionSchema = z.string().regex(/^\d+\.\d+\.\d+(-[\w.]+)?$/);

const fileSchema = z.object({
  integrity: integritySchema,
  bytes: z.number().int(),
  /** Sizes of `{file}.br` and `{file}.gz` beside it, where there are. */
  brotli: z.number().int().optional(),
  gzip: z.number().int().optional(),
});

/** A path of a page or an action, such as `/posts/:slug`: segments of small letters, digits and dashes, or one `:name` each. */
export const routePathSchema = z
  .string()
  .max(200)
  .regex(/^(\/|(\/([a-z0-9-]+|:[a-z][A-Za-z0-9]*))+)$/, {
    error: ({ input }) =>
      `must be a path of segments, each of small letters, digits and dashes or one :name, not ${JSON.stringify(input)}`,
  });

/** A file that a release makes when it is asked for, such as a feed, of a type that runs nothing in a browser. */
export const textFileSchema = z.object({
  path: z
    .string()
    .max(200)
    .regex(/^(\/[a-z0-9-]+)*\/[a-z0-9-]+(\.[a-z0-9]+)+$/, {
      error: ({ input }) =>
        `must be an exact path that ends with a file's name, such as /posts/feed.xml, not ${JSON.stringify(input)}`,
    }),
  type: z.enum([
    'application/atom+xml',
    'application/rss+xml',
    'application/feed+json',
    'application/json',
    'text/calendar',
    'text/csv',
    'text/plain',
  ]),
});

const releaseRouteSchema = z.object({
  path: routePathSchema,
  /** True: reached by a page load only, because the page's policy allows further origins. */
  document: z.boolean().default(false),
  /** Addresses of this route that search engines should know. */
  sitemap: z.array(z.string().startsWith('/')).default([]),
  /** Label of the site's menu by which visitors get to the page, unless the owner's navigation leads there already. */
  menu: z
    .string()
    .regex(/^\P{Cc}{1,40}$/u)
    .optional(),
  /** Query parameters that make another page; of an external remote that names none, each does. */
  query: z.array(z.string().max(100)).max(20).optional(),
  /** Cookies that the page reads. With any of them the page is made for one visitor. */
  cookies: cookieNamesSchema.optional(),
  /** Scripts and styles that the page needs beside the entry's own. */
  js: releaseFilesSchema,
  css: releaseFilesSchema,
});

/** A package that an app shares with the others on a page. */
const shareSchema = z.object({
  name: z.string().max(100),
  version: z.string().max(60),
  /** Range of versions that it accepts from another app. */
  range: z.string().max(100),
});

const eventSchema = z.object({
  /** Without the app: `cart-changed`. */
  name: z.string().max(100),
  retained: z.boolean(),
  /** JSON Schema of its detail. */
  detail: z.record(z.string(), z.unknown()).optional(),
});

/** What of other apps an app's sources name. */
const usesSchema = z.object({
  /** `{app}/{fragment}` */
  fragments: z.array(z.string().max(100)).max(200),
  /** `{app}:{fact}` */
  events: z.array(z.string().max(200)).max(200),
});

/** Versions of the composition contract, both ends included. */
export const contractRangeSchema = z.object({ min: z.number().int(), max: z.number().int() });

/** By whose key a record is signed: the key's short name, and base64. */
export const signatureSchema = z.object({ key: z.string().max(100), value: z.string().max(200) });

/** `release.json`: everything that the composer needs to know about a release. */
export const releaseManifestSchema = z.object({
  app: appNameSchema,
  version: versionSchema,
  contract: z.number().int(),
  /** The shell's: versions of the contract that it hosts. */
  hosts: contractRangeSchema.optional(),
  builtAt: z.string(),
  shares: z.array(shareSchema).max(50).default([]),
  /** Trusted Types policies that its code creates. A page is not enforced with an override, which does not tell them. */
  policies: z
    .array(z.string().regex(/^[\w-]{1,60}$/))
    .max(10)
    .optional(),
  routes: z.array(releaseRouteSchema).max(500),
  /** Paths at which its back end takes forms without scripts: a `POST` there is passed on to it. */
  actions: z.array(routePathSchema).max(50).default([]),
  /** Files that its server entry makes (`renderFile`), at paths that are its own as its pages' are. */
  textFiles: z.array(textFileSchema).max(50).default([]),
  fragments: z.array(releaseFragmentSchema).max(50).default([]),
  /** Facts that it tells others; an external remote does not say. */
  events: z.array(eventSchema).max(100).optional(),
  uses: usesSchema.default({ fragments: [], events: [] }),
  entry: z.object({
    browser: releasePathSchema,
    /** The ES module with the server entry. */
    node: releasePathSchema,
    /** Scripts and styles needed on each of the app's pages. */
    js: releaseFilesSchema,
    css: releaseFilesSchema,
    fonts: releaseFilesSchema.optional(),
    /** Media query of the windows that want them so early; without one, all do. */
    fontsMedia: z
      .string()
      .regex(/^[ !#-~]{1,200}$/)
      .optional(),
    standalone: z.object({ js: releaseFilesSchema, css: releaseFilesSchema }).optional(),
  }),
  files: z.record(releasePathSchema, fileSchema),
  /** Integrity of each script's source map. The maps lie in the private store, never beside the files. */
  maps: z.record(releasePathSchema, integritySchema).optional(),
  /** The commit of its sources: an id or an address. */
  commit: z
    .string()
    .regex(/^(https:\/\/[\w./~%-]{1,300}|[0-9a-f]{7,64})$/)
    .optional(),
  /** Signature over all of the above, made when the release is published. */
  signature: signatureSchema.optional(),
});

export type Signature = z.output<typeof signatureSchema>;
export type Share = z.output<typeof shareSchema>;
export type TextFile = z.output<typeof textFileSchema>;
export type ReleaseEvent = z.output<typeof eventSchema>;
export type ReleaseUses = z.output<typeof usesSchema>;
export type ContractRange = z.output<typeof contractRangeSchema>;
export type ReleaseManifest = z.output<typeof releaseManifestSchema>;
export type ReleaseRoute = z.output<typeof releaseRouteSchema>;

const ASSETS = 'assets/';

/** Where a release's file lies in the store, and below `/_releases/`. What did not change between two releases keeps its address. */
export const releaseFilePath = ({ app, version }: Pick<ReleaseManifest, 'app' | 'version'>, file: string): string =>
  file.startsWith(ASSETS) ? `${app}/${file}` : `${app}/${version}/${file}`;

/** How a deployment came to be what it is, and how it goes on. */
const progressShape = {
  /** The step of the history that made it live. */
  step: z.string().optional(),
  /** A canary's: shares still to come, how long each lasts, and since when it has the present one. */
  canary: z
    .object({
      next: z.array(z.number().gt(0).max(100)).max(20),
      everyMs: z.number().int().positive(),
      since: z.string(),
      /** Why it goes on though too few visitors saw it; without it, it waits for them. */
      withoutEvidence: z.string().optional(),
    })
    .optional(),
  /** A canary's: when visitors began to get it. */
  startedAt: z.string().optional(),
  /** Versions that were rolled back from, newest first: a later rollback passes over them. */
  takenBack: z.array(versionSchema).optional(),
};

/** Names of the extras by which releases are not told apart. */
export const PROGRESS_EXTRAS: readonly string[] = Object.keys(progressShape);

/** One deployed version, in the shape of AWS frontend-discovery `schema/v1-pre`. */
export const deploymentSchema = z.object({
  url: z.string(),
  fallbackUrl: z.string().optional(),
  metadata: z.object({ integrity: integritySchema, version: versionSchema }),
  deployment: z.object({
    /** Percent of visitors. */
    traffic: z.number().min(0).max(100),
    default: z.boolean(),
  }),
  extras: z.object({
    contract: z.number().int(),
    publishedAt: z.string(),
    /** Paths of its pages, actions and text files, and cookies: whoever promotes learns what others own without reading their releases. */
    routes: z.array(routePathSchema).default([]),
    actions: z.array(routePathSchema).optional(),
    textFiles: z.array(z.string()).optional(),
    cookies: z.array(z.string()).optional(),
    /** The shell's: versions of the contract that it hosts. */
    hosts: contractRangeSchema.optional(),
    /** A canary that is release B of an experiment. */
    experiment: z
      .object({
        /** Release A, which is live. */
        against: versionSchema,
        /** A goal of the site, or the name of an event. */
        goal: z.string().min(1).max(121),
        /** The largest relative difference that counts as none. */
        margin: z.number().min(0.01).max(1),
      })
      .optional(),
    ...progressShape,
  }),
});

/** The registry as programs read it. Who needs an app reads its entry: a malformed one is nobody else's trouble. */
export const registrySchema = z.object({
  schema: z.string(),
  /** Raised by every step; a step counts only when it was made from the newest generation. */
  generation: z.number().int().min(0).default(0),
  /** The newest step, until it is written to the history. */
  latest: z.unknown().optional(),
  microFrontends: z.record(z.string(), z.unknown()),
  /** Of each app the signed step that left it as it is; its deployments are those above. */
  steps: z.record(z.string(), z.unknown()).optional(),
  /** The newest signed lock or unlocking of an app, or of the whole site. */
  locks: z.record(z.string(), z.unknown()).optional(),
});

export type Deployment = z.output<typeof deploymentSchema>;
export type Registry = z.output<typeof registrySchema>;
