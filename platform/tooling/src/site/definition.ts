import { join, resolve } from 'node:path';
import { LIVE_SET_PATH, type LiveSet, type RemoteOnPage, type SetDocument, setPath } from '@wholepage/contracts/page';
import type { ServicePort, SiteDefinition, StaffService } from '@wholepage/contracts/site';
import { packageDir, ROOT, SITE_DIR } from '../paths';

let loaded: Promise<SiteDefinition> | undefined;

async function load(): Promise<SiteDefinition> {
  const file = join(SITE_DIR, 'site.ts');
  const { default: definition } = (await import(file)) as { default?: SiteDefinition };
  if (!definition?.budgets) throw new Error(`${file} must export as its default what defineSite() returns.`);
  return definition;
}

/** The site that commands work on: the default export of `site.ts` in `SITE_DIR`. @throws when there is none */
export const siteDefinition = (): Promise<SiteDefinition> => {
  loaded ??= load();
  return loaded;
};

/** A path of the definition, which is relative to the site's folder. */
export const atSite = (path: string): string => resolve(SITE_DIR, path);

/** The console of releases. */
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

/** Services for the people of a site. */
export const staffOf = ({ staff = [] }: SiteDefinition): StaffService[] =>
  staff.map((service) => (service === 'console' ? CONSOLE : service));

const SITE_PORT: ServicePort = { variable: 'PORT', default: 3000 };

/** The composer's private port lies so far from its public one. */
const PRIVATE_PORT_DISTANCE = 10;

export const portOf = ({ variable, default: usual }: ServicePort, env: NodeJS.ProcessEnv): number =>
  Number(env[variable] || usual);

/** Addresses of the remotes' own back ends, as `API_ORIGINS` names them. */
const backEnds = ({ services = [] }: SiteDefinition, env: NodeJS.ProcessEnv): Record<string, string> =>
  Object.fromEntries(
    services.flatMap(({ backEndOf, port }) =>
      backEndOf ? [[backEndOf, `http://127.0.0.1:${portOf(port, env)}`]] : [],
    ),
  );

/** Port of the site's composer. */
export const sitePort = (env: NodeJS.ProcessEnv): number => Number(env.PORT || SITE_PORT.default);

/**
 * The environment in which a site's programs run: with its own port, its own folder of data, and the addresses of its
 * services. What is set already stays. Applying it twice changes nothing.
 */
export function siteEnvironment(site: SiteDefinition, env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  if (env.SITE_APPLIED === SITE_DIR) return env;
  const port = portOf(site.port ?? SITE_PORT, env);
  const data = env.DATA_DIR || 'var';
  const origins = backEnds(site, env);
  return {
    ...env,
    SITE_DIR,
    SITE_APPLIED: SITE_DIR,
    PORT: String(port),
    ...(site.port && { COMPOSER_PRIVATE_PORT: String(port + PRIVATE_PORT_DISTANCE) }),
    ...(site.dataFolder && { DATA_DIR: join(resolve(ROOT, data), site.dataFolder) }),
    ...(!env.API_ORIGINS && Object.keys(origins).length > 0 && { API_ORIGINS: JSON.stringify(origins) }),
    ...Object.fromEntries((site.services ?? []).map(({ port }) => [port.variable, String(portOf(port, env))])),
  };
}

/** The remotes that visitors of a site get, as its live set says. */
export async function liveRemotes(origin: string): Promise<RemoteOnPage[]> {
  const { id } = (await (await fetch(origin + LIVE_SET_PATH)).json()) as LiveSet;
  return ((await (await fetch(origin + setPath(id))).json()) as SetDocument).remotes;
}

/** Paths of the pages that a site lists for search engines. */
export async function sitemapOf(origin: string): Promise<string[]> {
  const text = await (await fetch(`${origin}/sitemap.xml`)).text();
  return [...text.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address = '']) => new URL(address).pathname);
}
