import type { PublicConfig } from '@wholepage/contracts/mount';
import type { ReleaseRoute } from '@wholepage/contracts/release';
import type { Navigation, SiteAllowances, SiteDefinition } from '@wholepage/contracts/site';
import * as z from 'zod';
import { SettingsError } from '../../errors';

const work = z.custom((value) => typeof value === 'function', 'must be a function');
const schema = z.custom((value) => value instanceof Object && 'safeParse' in value, 'must be a schema of zod');
const file = z.looseObject({ file: z.string(), what: z.string(), schema });
const port = z.object({ variable: z.string(), default: z.int() });
const program = z.looseObject({ name: z.string(), folder: z.string(), port });

/** Shape of a definition, checked at run time because commands run `site.ts` without a type check. */
const shape = z.looseObject({
  name: z.string(),
  settings: schema,
  navigation: file,
  publicConfig: work,
  content: z.record(z.string(), file).optional(),
  budgets: z.object({ scripts: work, styles: z.number(), fonts: z.number() }),
  services: z.array(program).optional(),
  staff: z.array(z.union([z.literal('console'), program], 'must be "console" or a service')).optional(),
});

/**
 * Checks and returns a site's definition, the default export of `site.ts`. Its types tell `publicConfig` and `csp` what
 * the settings and content files hold. @throws SettingsError naming an option that is missing or of a wrong type
 */
export const defineSite = <
  Schema extends z.ZodType,
  Nav extends Navigation,
  Contents extends Record<string, unknown>,
  Config extends PublicConfig,
>(
  definition: SiteDefinition<Schema, Nav, Contents, Config>,
): SiteDefinition<Schema, Nav, Contents, Config> => {
  const [issue] = shape.safeParse(definition).error?.issues ?? [];
  if (issue) throw new SettingsError(`site.ts: "${issue.path.join('.')}" is not usable: ${issue.message}.`);
  return definition;
};

const PLAIN: ReleaseRoute = { path: '/', document: false, sitemap: [], js: [], css: [] };

/** Returns what a site allows remotes. @param values of its settings @param routes of live and candidate releases */
export const allowancesOf = (
  { csp, budgets }: Pick<SiteDefinition, 'csp' | 'budgets'>,
  values: unknown,
  routes: readonly Pick<ReleaseRoute, 'path'>[],
): SiteAllowances => ({
  policy: csp?.(values, undefined) ?? {},
  scripts: Object.fromEntries(routes.map((route) => [route.path, budgets.scripts({ ...PLAIN, ...route })])),
  otherScripts: budgets.scripts(PLAIN),
  styles: budgets.styles,
  fonts: budgets.fonts,
});
