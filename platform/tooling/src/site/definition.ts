import { join } from 'node:path';
import type { SiteDefinition } from '@wholepage/contracts/site';
import { SITE_DIR } from '../paths';

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
export const atSite = (path: string): string => join(SITE_DIR, path);
