import { join, resolve } from 'node:path';
import type { SiteDefinition, StaffService } from '@wholepage/contracts/site';
import { packageDir, SITE_DIR } from '../paths';

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
