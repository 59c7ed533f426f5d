import { existsSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { SiteDefinition } from '@wholepage/contracts/site';
import { SettingsError } from '../../errors';

/** A site, and the folder that its paths are relative to. */
export interface Site {
  definition: SiteDefinition;
  dir: string;
}

/** Where a site's definition lies once it is bundled, within its folder. */
const BUNDLED = join('dist', 'site.mjs');

/** The site that `SITE_DIR` names. @throws SettingsError when its definition is not bundled, or is none */
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
