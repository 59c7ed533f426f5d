import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { devConfig } from '../dev/dev-config';

const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

/**
 * Writes the public settings of this site as files of a stand-in for it: its shell is tried with them elsewhere.
 * @param folder of the stand-in's `site.ts`
 */
export async function writeSiteSettings(folder: string): Promise<void> {
  const { siteOrigin: _, ...config } = await devConfig('');
  const { navigation = { menu: [] }, ...settings } = config as typeof config & { navigation?: unknown };
  await writeFile(join(folder, 'settings.json'), json(settings));
  await writeFile(join(folder, 'navigation.json'), json(navigation));
}
