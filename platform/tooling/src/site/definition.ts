import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { origins } from '@wholepage/composer/setting-schemas';
import {
  LIVE_SET_PATH,
  type LiveSet,
  type RemoteOnPage,
  type SetDocument,
  SITE_DESCRIPTION_PATH,
  setPath,
} from '@wholepage/contracts/page';
import {
  API_PORT,
  publicConfigSchema,
  type ServicePort,
  SITE_PORT,
  type SiteDefinition,
  type SiteDescription,
  type SiteService,
  type StaffService,
  siteAllowancesSchema,
} from '@wholepage/contracts/site';
import { privatePortBeside } from '@wholepage/page-rules/address';
import { whyFailed } from '@wholepage/releases/errors';
import * as z from 'zod';
import { packageDir, ROOT, SITE_DIR } from '../paths';

let loaded: Promise<SiteDefinition> | undefined;

async function load(file = join(SITE_DIR, 'site.ts')): Promise<SiteDefinition> {
  if (!existsSync(file)) throw new Error(`SITE_DIR: ${SITE_DIR} holds no site.ts.`);
  const { default: definition } = (await import(pathToFileURL(file).href)) as { default?: SiteDefinition };
  if (!definition?.budgets) throw new Error(`${file} must export as its default what defineSite() returns.`);
  return definition;
}

/** The site that commands work on: the default export of `site.ts` in `SITE_DIR`. @throws Error when there is none */
export const siteDefinition = (): Promise<SiteDefinition> => {
  loaded ??= load();
  return loaded;
};

/** Finds a service of the site by its name. @throws Error when there is none */
export async function serviceOf(name: string): Promise<SiteService> {
  const service = (await siteDefinition()).services?.find((each) => each.name === name);
  if (!service) throw new Error(`The site has no service "${name}".`);
  return service;
}

/** Resolves a path of the definition against the site's folder. */
export const atSite = (path: string): string => resolve(SITE_DIR, path);

export const CONSOLE: StaffService = {
  name: 'console',
  title: 'Console',
  folder: packageDir('console'),
  port: { variable: 'CONSOLE_PORT', default: 3300 },
  originVariable: 'CONSOLE_ORIGIN',
  savesTables: true,
  deploy: { apart: true },
  image: [join(packageDir('sign-in'), 'migrations'), join(packageDir('console'), 'migrations')],
};

/** The site's services for its staff. */
export const staffOf = ({ staff = [] }: SiteDefinition): StaffService[] =>
  staff.map((service) => (service === 'console' ? CONSOLE : service));

export const portOf = ({ variable, default: usual }: ServicePort, env: NodeJS.ProcessEnv): number =>
  Number(env[variable] || usual);

/** Origins of the remotes' own back ends, from `API_ORIGINS`. @throws Error when the setting is invalid */
export function namedBackEnds({ API_ORIGINS }: NodeJS.ProcessEnv = process.env): Record<string, string> {
  const parsed = origins.safeParse(API_ORIGINS || '{}');
  if (parsed.success) return parsed.data;
  throw new Error(`API_ORIGINS is not usable: it ${parsed.error.issues[0]?.message}.`);
}

/** The origin of the site's API, whether it runs or not; undefined for a site without one. */
export function apiOf({ services = [] }: SiteDefinition, env: NodeJS.ProcessEnv): string | undefined {
  // A stand-in does not know the services behind its site, so it assumes an API.
  const hasApi = existsSync(join(SITE_DIR, ALLOWS)) || services.some(({ backEndOf }) => !backEndOf);
  return env.API_ORIGIN || (hasApi ? `http://127.0.0.1:${portOf(API_PORT, env)}` : undefined);
}

export const sitePort = (env: NodeJS.ProcessEnv): number => portOf(SITE_PORT, env);

/** The composer's port for operators, which no visitor reaches. */
export const privatePort = (env: NodeJS.ProcessEnv): number =>
  Number(env.COMPOSER_PRIVATE_PORT || privatePortBeside(sitePort(env)));

export const siteOrigin = (env: NodeJS.ProcessEnv = process.env): string =>
  (env.SITE_ORIGIN || `http://localhost:${sitePort(env)}`).replace(/\/$/, '');

/** The environment of a site's programs: its port, its data, its services' addresses. Idempotent. */
export function siteEnvironment(site: SiteDefinition, env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  if (env.SITE_APPLIED === SITE_DIR) return env;
  const port = site.port && portOf(site.port, env);
  const data = env.DATA_DIR || 'var';
  const { services = [] } = site;
  const origins = Object.fromEntries(
    services.flatMap(({ backEndOf, port }) =>
      backEndOf ? [[backEndOf, `http://127.0.0.1:${portOf(port, env)}`]] : [],
    ),
  );
  return {
    ...env,
    SITE_DIR,
    SITE_APPLIED: SITE_DIR,
    ...(port !== undefined && { PORT: String(port), COMPOSER_PRIVATE_PORT: String(privatePortBeside(port)) }),
    ...(site.dataFolder && { DATA_DIR: join(resolve(ROOT, data), site.dataFolder) }),
    ...(!env.API_ORIGINS && Object.keys(origins).length > 0 && { API_ORIGINS: JSON.stringify(origins) }),
    ...Object.fromEntries(services.map(({ port }) => [port.variable, String(portOf(port, env))])),
  };
}

const ANSWER_MS = 3_000;

/** Asks a composer. @throws Error when it does not answer 2xx in time */
export async function ask<Answer>(url: string, headers: Record<string, string> = {}): Promise<Answer> {
  const answer = await fetch(url, { headers, signal: AbortSignal.timeout(ANSWER_MS) });
  if (!answer.ok) throw new Error(`${url} answers ${answer.status}`);
  return answer.json();
}

export const liveSet = async (origin: string): Promise<SetDocument> =>
  ask(origin + setPath((await ask<LiveSet>(origin + LIVE_SET_PATH)).id));

export const liveRemotes = async (origin: string): Promise<RemoteOnPage[]> => (await liveSet(origin)).remotes;

/** Paths of the pages that a site lists for search engines. */
export async function sitemapOf(origin: string): Promise<string[]> {
  const text = await (await fetch(`${origin}/sitemap.xml`)).text();
  return [...text.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address = '']) => new URL(address).pathname);
}

/*
 * A remote in its own repository is checked and shown on a stand-in for its site, in `site/` there. The allowances, and
 * the settings for browsers, come from the site itself.
 */

const ALLOWS = 'allowed.ts';
const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

/** Writes a site's description into its stand-in. @param folder the folder of the stand-in's `site.ts` */
export async function writeStandIn(folder: string, { config, allows }: SiteDescription): Promise<void> {
  const { siteOrigin: _, ...known } = config;
  const { navigation = { menu: [] }, ...settings } = known as typeof known & { navigation?: unknown };
  await writeFile(join(folder, 'settings.json'), json(settings));
  await writeFile(join(folder, 'navigation.json'), json(navigation));
  await writeFile(
    join(folder, ALLOWS),
    `import type { SiteAllowances } from '@wholepage/contracts/site';

/** What the live site allows: rewritten by each check with \`SITE_ORIGIN\`. */
export const allowed: SiteAllowances = ${JSON.stringify(allows, null, 2)};
`,
  );
}

const MOST_BYTES = 256 * 1024;
const TIMEOUT_MS = 5_000;

const schema = z.object({ config: publicConfigSchema, allows: siteAllowancesSchema });

/** Fetches a site's description of itself. @throws Error in one sentence when it is missing, too large or invalid */
export async function describedSite(origin: string): Promise<SiteDescription> {
  const address = new URL(SITE_DESCRIPTION_PATH, origin).href;
  try {
    const answer = await fetch(address, { signal: AbortSignal.timeout(TIMEOUT_MS), redirect: 'error' });
    if (!answer.ok) throw new Error(`it was answered with ${answer.status}`);
    let text = '';
    for await (const part of answer.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      text += part;
      if (text.length > MOST_BYTES) throw new Error(`it is larger than ${MOST_BYTES / 1024} kB`);
    }
    return schema.parse(JSON.parse(text)) as SiteDescription;
  } catch (error) {
    const reason = error instanceof z.ZodError ? z.prettifyError(error) : whyFailed(error);
    throw new Error(`What ${address} says of the site cannot be used: ${reason.split('\n')[0]}.`, { cause: error });
  }
}

/** Updates this repository's stand-in, if there is one, from the live site at `SITE_ORIGIN`. */
export async function followSite(say: (line: string) => void): Promise<void> {
  const { SITE_ORIGIN } = process.env;
  if (!existsSync(join(SITE_DIR, ALLOWS))) return;
  if (!SITE_ORIGIN)
    return say('  ! SITE_ORIGIN names no site: what it allows is as it was when this was written into site/.');
  await writeStandIn(SITE_DIR, await describedSite(SITE_ORIGIN));
  // The earlier build has loaded the old stand-in, and Node loads a module only once.
  const { bundleSite } = await import('../build/build-server');
  loaded = load(await bundleSite());
  say(`  The site is as ${SITE_ORIGIN} says.`);
}
