import { join, resolve } from 'node:path';
import type { ServicePort, SiteDefinition } from '@wholepage/contracts/site';
import { ROOT, SITE_DIR } from '../paths';

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
