import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { SiteDefinition } from '@wholepage/contracts/site';
import { ROOT } from '../paths';

/**
 * Names of the goals that the site declares, from its bundled definition. The console runs without it, too.
 * @returns undefined where there is none
 */
export async function siteGoals({ SITE_DIR }: NodeJS.ProcessEnv = process.env): Promise<string[] | undefined> {
  const file = join(resolve(ROOT, SITE_DIR || 'site'), 'dist', 'site.mjs');
  if (!existsSync(file)) return undefined;
  const loaded = await import(pathToFileURL(file).href).catch(() => undefined);
  const definition = (loaded as { default?: SiteDefinition } | undefined)?.default;
  return definition && Object.keys(definition.goals ?? {});
}
