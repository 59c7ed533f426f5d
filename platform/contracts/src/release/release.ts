import * as z from 'zod';
import { LONGEST_EVENT_NAME } from '../remote/events';
import {
  cookieNamesSchema,
  nameSchema,
  releaseFilesSchema,
  releaseFragmentSchema,
  releasePathSchema,
} from '../remote/render';

/** Version of the composition contract in this code. A release names the version that it was built for. */
export const CONTRACT_VERSION = 4;

/** Contract versions that a shell built from this code hosts, both ends included. Its release states them. */
export const HOSTED_CONTRACTS = { min: 4, max: 4 };

/** The host; every other app is a remote. */
export const SHELL = 'shell';

/** Names that the store uses for itself: its folders, and `site` for all apps. */
const NOT_APPS = ['history', 'previews', 'site'];

/** An app's name. Its folder, address and federation name derive from it. */
// Objects keyed by app names must not inherit a property of this name.
export const appNameSchema = nameSchema.refine((name) => !NOT_APPS.includes(name) && !(name in {}));

/** Name of any app. Only the registry lists them. */
export type AppName = string;
export type RemoteName = string;

/** First path segments of the API's operator addresses. They have a private port; the public one refuses them. */
export const PRIVATE_API_NAMES: readonly string[] = ['metrics', 'healthz', 'readyz', 'site', 'office'];

/** `sha384-…`, as in the HTML `integrity` attribute. */
export const integritySchema = z.string().regex(/^sha384-[A-Za-z0-9+/=]{64}$/);
/** Semantic version, a dash and the hash of everything that went into the build. */
export const versionSchema = z.string().regex(/^\d+\.\d+\.\d+(-[\w.]+)?$/);

const fileSchema = z.object({
  integrity: integritySchema,
  bytes: z.number().int(),
  /** Bytes of `{file}.br` and `{file}.gz`, where they exist. */
  brotli: z.number().int().optional(),
  gzip: z.number().int().optional(),
});

/** Path of a page or an action, such as `/posts/:slug`. A segment is lower-case letters, digits and dashes, or one `:name`. */
export const routePathSchema = z
  .string()
  .max(200)
  .regex(/^(\/|(\/([a-z0-9-]+|:[a-z][A-Za-z0-9]*))+)$/, {
    error: ({ input }) =>
      `must be a path of segments, each of small letters, digits and dashes or one :name, not ${JSON.stringify(input)}`,
  });

/** A file that a release renders on request, such as a feed. Its media type runs no code in a browser. */
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
  /** True: reached by a page load only, because the page's policy allows more origins. */
  document: z.boolean().default(false),
  /** Addresses of this route for the sitemap. */
  sitemap: z.array(z.string().startsWith('/')).default([]),
  /** Label in the site's menu, unless the owner's navigation links to the page already. */
  menu: z
    .string()
    .regex(/^\P{Cc}{1,40}$/u)
    .optional(),
  /** Query parameters that the page depends on. Left out, it depends on all of them (external remotes). */
  query: z.array(z.string().max(100)).max(20).optional(),
  /** Cookies that the page reads. A request with any of them gets a page of its own. */
  cookies: cookieNamesSchema.optional(),
  /** Scripts and styles of the page, beside the entry's. */
  js: releaseFilesSchema,
  css: releaseFilesSchema,
});

/** A package that an app shares with other apps on a page. */
const shareSchema = z.object({
  name: z.string().max(100),
  version: z.string().max(60),
  /** Semver range that it accepts from another app. */
  range: z.string().max(100),
});

const eventSchema = z.object({
  /** Without its app: `cart-changed`. */
  name: z.string().max(100),
  retained: z.boolean(),
  /** JSON Schema of the detail. */
  detail: z.record(z.string(), z.unknown()).optional(),
});

/** Fragments and events of other apps that an app's sources name. */
const usesSchema = z.object({
  /** `{app}/{fragment}` */
  fragments: z.array(z.string().max(100)).max(200),
  /** `{app}:{fact}` */
  events: z.array(z.string().max(200)).max(200),
});

/** Versions of the composition contract, both ends included. */
export const contractRangeSchema = z.object({ min: z.number().int(), max: z.number().int() });

/** Signature of a record: short id of the key, and the signature in base64. */
export const signatureSchema = z.object({ key: z.string().max(100), value: z.string().max(200) });

/** `release.json`: all that the composer knows of a release. */
export const releaseManifestSchema = z.object({
  app: appNameSchema,
  version: versionSchema,
  contract: z.number().int(),
  /** Shell only: contract versions that it hosts. */
  hosts: contractRangeSchema.optional(),
  builtAt: z.string(),
  shares: z.array(shareSchema).max(50).default([]),
  /** Trusted Types policies that its code creates. A release that omits them creates none. */
  policies: z
    .array(z.string().regex(/^[\w-]{1,60}$/))
    .max(10)
    .default([]),
  routes: z.array(releaseRouteSchema).max(500),
  /** Paths of forms that work without scripts: the composer passes a `POST` there to the app's back end. */
  actions: z.array(routePathSchema).max(50).default([]),
  /** Files that its server entry renders (`renderFile`). Their paths belong to the app as its pages' do. */
  textFiles: z.array(textFileSchema).max(50).default([]),
  fragments: z.array(releaseFragmentSchema).max(50).default([]),
  /** Events that it publishes; external remotes do not declare them. */
  events: z.array(eventSchema).max(100).optional(),
  uses: usesSchema.default({ fragments: [], events: [] }),
  entry: z.object({
    browser: releasePathSchema,
    /** ES module of the server entry. */
    node: releasePathSchema,
    /** Scripts and styles of all the app's pages. */
    js: releaseFilesSchema,
    css: releaseFilesSchema,
    fonts: releaseFilesSchema.optional(),
    /** Media query of the windows that preload the fonts; default: all windows. */
    fontsMedia: z
      .string()
      .regex(/^[ !#-~]{1,200}$/)
      .optional(),
    standalone: z.object({ js: releaseFilesSchema, css: releaseFilesSchema }).optional(),
  }),
  files: z.record(releasePathSchema, fileSchema),
  /** Integrity of each script's source map. Maps are in the private store, never beside the files. */
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
/** Content hash in a file's name, which differs between builds: by this platform's build, or by another bundler. */
export const ASSET_HASH = /\.([\w-]{12}|[0-9a-f]{8,20})(?=\.\w+$)/;

/** Path of a release's file in the store and below `/_releases/`. A file that two releases share keeps its address. */
export const releaseFilePath = ({ app, version }: Pick<ReleaseManifest, 'app' | 'version'>, file: string): string =>
  file.startsWith(ASSETS) ? `${app}/${file}` : `${app}/${version}/${file}`;

/** History and progress of a deployment. */
const progressShape = {
  /** Id of the step that made it live. */
  step: z.string().optional(),
  /** Canary only: shares still to come in percent, duration of each, and when the present one began. */
  canary: z
    .object({
      next: z.array(z.number().gt(0).max(100)).max(20),
      everyMs: z.number().int().positive(),
      since: z.string(),
      /** Reason for going on with too few visits. Left out, the canary waits for more. */
      withoutEvidence: z.string().optional(),
    })
    .optional(),
  /** Canary only: when visitors first got it. */
  startedAt: z.string().optional(),
  /** Versions that were rolled back, newest first. A later rollback skips them. */
  takenBack: z.array(versionSchema).optional(),
};

/** Names of the extras that do not distinguish releases. */
export const PROGRESS_EXTRAS: readonly string[] = Object.keys(progressShape);

/** One deployed version, as in AWS frontend-discovery `schema/v1-pre`. */
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
    /** Claimed paths and cookies: a promote compares them without reading other apps' releases. */
    routes: z.array(routePathSchema).default([]),
    actions: z.array(routePathSchema).optional(),
    textFiles: z.array(z.string()).optional(),
    cookies: z.array(z.string()).optional(),
    /** Shell only: contract versions that it hosts. */
    hosts: contractRangeSchema.optional(),
    /** Set when this canary is release B of an experiment. */
    experiment: z
      .object({
        /** Release A, the live one. */
        against: versionSchema,
        /** A goal of the site, or the name of an event. */
        goal: z.string().min(1).max(LONGEST_EVENT_NAME),
        /** Largest relative difference that counts as equal. */
        margin: z.number().min(0.01).max(1),
      })
      .optional(),
    ...progressShape,
  }),
});

/** The registry. Each app's entry is parsed on use, so that a malformed one disturbs no other app. */
export const registrySchema = z.object({
  schema: z.string(),
  /** Number of the newest step. A step is valid only on top of the generation that it was made from. */
  generation: z.number().int().min(0).default(0),
  /** The newest step, until the history holds it. */
  latest: z.unknown().optional(),
  microFrontends: z.record(z.string(), z.unknown()),
  /** By app: the signed step behind its present deployments. */
  steps: z.record(z.string(), z.unknown()).optional(),
  /** By app, or `site`: the newest signed lock or unlock. */
  locks: z.record(z.string(), z.unknown()).optional(),
});

export type Deployment = z.output<typeof deploymentSchema>;
export type Registry = z.output<typeof registrySchema>;
