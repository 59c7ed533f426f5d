import { existsSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import {
  API_PORT,
  type ProductionRequirement,
  publicConfigSchema,
  SITE_PORT,
  type SiteDefinition,
} from '@wholepage/contracts/site';
import { isOwnMachine, privatePortBeside } from '@wholepage/page-rules/address';
import { whyNoAppName } from '@wholepage/releases/claims';
import { isDistant, privateStorePlace, storePlace } from '@wholepage/releases/settings';
import * as z from 'zod';
import { SettingsError } from '../errors';
import { address, isSet, missingInProduction, originList, origins, port } from './setting-schemas';
import { contentFilesOf, publicConfig, readSiteContent } from './site/site-configs';

/** A site, and the folder that its paths are relative to. */
export interface Site {
  definition: SiteDefinition;
  dir: string;
}

/** Path of a site's bundled definition within its folder. */
const BUNDLED = join('dist', 'site.mjs');

/** Loads the site in `SITE_DIR`. @throws SettingsError when its definition is not bundled, or not valid */
export async function loadSite({ SITE_DIR }: NodeJS.ProcessEnv, root: string): Promise<Site> {
  const name = SITE_DIR || 'site';
  const dir = isAbsolute(name) ? name : join(root, name);
  const file = join(dir, BUNDLED);
  if (!existsSync(file))
    throw new SettingsError(
      `SITE_DIR: ${dir} holds no ${BUNDLED}; \`npm run build -- --services\` makes it from site.ts.`,
    );
  const { default: definition } = (await import(pathToFileURL(file).href)) as { default?: SiteDefinition };
  if (typeof definition?.publicConfig !== 'function')
    throw new SettingsError(
      `SITE_DIR: the default export of ${join(dir, 'site.ts')} is not what defineSite() returns.`,
    );
  return { definition, dir };
}

/** `*`, or origins separated by blanks or commas; empty: none. */
const foreignOrigins = z
  .union([z.literal('*'), originList.transform((list = []) => list)], {
    error: 'must be * or a list of origins such as https://intranet.example.com',
  })
  .default([]);

const environmentSchema = z.object({
  PORT: port.default(SITE_PORT.default),
  COMPOSER_PRIVATE_PORT: port.optional(),
  HOST: z.string().default('::'),
  API_PORT: port.default(API_PORT.default),
  API_ORIGIN: address.optional(),
  API_PRIVATE_PORT: port.optional(),
  API_PRIVATE_ORIGIN: address.optional(),
  API_ORIGINS: origins.default({}),
  DATA_DIR: z.string().min(1).default('var'),
  RELEASE_KEYS: z.string().default(''),
  STEP_SIGNING_KEY: z.string().default(''),
  SITE_ORIGIN: address.optional(),
  PREVIEW_ORIGIN: address.optional(),
  RENDER_WORKERS: z.coerce.number().int().min(1).max(64).default(2),
  RENDER_TIMEOUT_MS: z.coerce.number().int().min(50).max(10_000).default(2_000),
  FRAGMENTS_TIMEOUT_MS: z.coerce.number().int().min(20).max(5_000).default(400),
  RENDER_MEMORY_MB: z.coerce.number().int().min(96).max(2048).default(192),
  DRAIN_MS: z.coerce.number().int().min(0).max(600_000).default(0),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  BEHIND_PROXY: z.enum(['0', '1']).default('0'),
  /** Development servers by app; set by `npm run dev` only. */
  DEV_SERVERS: origins.optional(),
  COMPOSITION_TOKEN: z.string().default(''),
  OTEL_EXPORTER_OTLP_ENDPOINT: z.union([z.literal(''), address]).default(''),
  PURGE_URL: z.union([z.literal(''), address]).default(''),
  PURGE_TOKEN: z.string().default(''),
  NODE_ENV: z
    .enum(['development', 'test', 'production'], { error: 'it must be production, development or test' })
    .default('development'),
  DEVELOPER_ACCESS: z
    .enum(['', 'network'], { error: 'it must be network, or empty for this machine alone' })
    .default(''),
  FEDERATION_ORIGINS: foreignOrigins,
});

export type Settings = ReturnType<typeof readSettings>;

/** @throws SettingsError naming the first variable at fault */
function parsed<Schema extends z.ZodType>(schema: Schema, given: Record<string, unknown>): z.output<Schema> {
  const result = schema.safeParse(given);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw new SettingsError(`${issue?.path.join('.')} is not usable: ${issue?.message}.`);
}

/** @throws SettingsError when `/api/{app}` of a back end would hide a part of the site's own API */
function checkNames(origins: Readonly<Record<string, string>>, { definition }: Site): void {
  for (const app of Object.keys(origins)) {
    const why = whyNoAppName(app, definition.apiPaths);
    if (why) throw new SettingsError(`API_ORIGINS is not usable: "${app}": ${why}.`);
  }
}

/** Reads the composer's and the site's settings. @param root of relative paths @throws SettingsError naming the wrong variable */
export function readSettings(env: NodeJS.ProcessEnv, root: string, site: Site) {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value?.trim()));
  const values = parsed(environmentSchema, given);
  checkNames(values.API_ORIGINS, site);
  const contentFiles = contentFilesOf(site);
  const siteOrigin = values.SITE_ORIGIN ?? `http://localhost:${values.PORT}`;
  return {
    ...values,
    privatePort: values.COMPOSER_PRIVATE_PORT ?? privatePortBeside(values.PORT),
    dataDir: isAbsolute(values.DATA_DIR) ? values.DATA_DIR : join(root, values.DATA_DIR),
    store: storePlace(given, root),
    privateStore: privateStorePlace(given, root),
    apiOrigin: values.API_ORIGIN ?? `http://127.0.0.1:${values.API_PORT}`,
    /** Address of edited content, which overrides the files. */
    contentUrl: `${values.API_PRIVATE_ORIGIN ?? `http://127.0.0.1:${values.API_PRIVATE_PORT ?? privatePortBeside(values.API_PORT)}`}/site`,
    siteOrigin,
    /** Whether the site's address is https: its cookies are then, too. */
    secure: siteOrigin.startsWith('https:'),
    /** Whether a proxy in front states the client's address. */
    behindProxy: values.BEHIND_PROXY === '1',
    site: { ...site, values: parsed(site.definition.settings, given) as unknown },
    contentFiles,
    /** Content at the start. */
    content: readSiteContent(contentFiles),
  };
}

/** Reads the settings of a composer that serves visitors. @throws SettingsError naming the variables at fault */
export function readServingSettings(env: NodeJS.ProcessEnv, root: string, site: Site): Settings {
  requireProductionSettings(env, site.definition.production);
  const settings = readSettings(env, root, site);
  const [issue] = publicConfigSchema.safeParse(publicConfig(settings)).error?.issues ?? [];
  if (issue)
    throw new SettingsError(`site.ts: publicConfig gives no usable "${issue.path.join('.')}": ${issue.message}.`);
  return settings;
}

/** Whether others can write to the store. Releases in a local folder were signed on this machine. */
const isDistantStore = ({ RELEASES_URL = '' }: NodeJS.ProcessEnv): boolean => isDistant(RELEASES_URL);

/** Whether the site's origin is protected by TLS, or is this machine. Else the network can read and change pages and forms. */
const isSafeOrigin = ({ SITE_ORIGIN = '' }: NodeJS.ProcessEnv): boolean =>
  !/^http:/i.test(SITE_ORIGIN) || (URL.canParse(SITE_ORIGIN) && isOwnMachine(new URL(SITE_ORIGIN)));

const REQUIREMENTS: readonly ProductionRequirement[] = [
  {
    name: 'SITE_ORIGIN',
    reason:
      'name the public address of the site, such as https://www.example.com; only on this machine it may begin with http://',
    fits: (env) => isSet(env, 'SITE_ORIGIN') && isSafeOrigin(env),
  },
  {
    name: 'RELEASE_KEYS',
    reason: 'pin the public keys of those who may release into RELEASES_URL',
    fits: (env) => isSet(env, 'RELEASE_KEYS') || !isDistantStore(env),
  },
  {
    name: 'PRIVATE_STORE_URL',
    reason: 'name a folder or bucket that all composers share, or they do not know the visitors of each other again',
    fits: (env) => isSet(env, 'PRIVATE_STORE_URL') || !isDistantStore(env),
  },
];

/**
 * Keeps settings that suit a trial on one's own machine out of production.
 * @throws SettingsError with a sentence for each setting missing for `NODE_ENV=production`
 */
export function requireProductionSettings(env: NodeJS.ProcessEnv, ofSite: readonly ProductionRequirement[] = []): void {
  const missing = missingInProduction(env, [...REQUIREMENTS, ...ofSite]);
  if (missing) throw new SettingsError(missing);
}
