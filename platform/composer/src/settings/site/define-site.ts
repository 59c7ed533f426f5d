import type { PublicConfig } from '@wholepage/contracts/mount';
import type { ReleaseRoute } from '@wholepage/contracts/release';
import type { Navigation, SiteAllowances, SiteDefinition } from '@wholepage/contracts/site';
import type { z } from 'zod';

/**
 * What `site.ts` exports as its default. Returns the definition as it is: it is there for the types, so that
 * `publicConfig` and `csp` know what the settings and content files hold.
 */
export const defineSite = <
  Schema extends z.ZodType,
  Nav extends Navigation,
  Contents extends Record<string, unknown>,
  Config extends PublicConfig,
>(
  definition: SiteDefinition<Schema, Nav, Contents, Config>,
): SiteDefinition<Schema, Nav, Contents, Config> => definition;

const PLAIN: ReleaseRoute = { path: '/', document: false, sitemap: [], js: [], css: [] };

/** What a site allows remotes. @param values what its settings hold @param routes of what is live, or is to be */
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
