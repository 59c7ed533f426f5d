import { readFileSync } from 'node:fs';
import type { PublicConfig } from '@wholepage/contracts/config';
import type { Navigation } from '@wholepage/contracts/navigation';
import type { ContentFile } from '@wholepage/contracts/site';
import { atSite, siteDefinition } from '../site/definition';

const contentOf = ({ file, schema }: ContentFile): unknown =>
  schema.parse(JSON.parse(readFileSync(atSite(file), 'utf8')));

/** Settings for a remote alone, as the site makes them: the API is reached through the development server. */
export async function devConfig(siteOrigin: string, env: NodeJS.ProcessEnv = process.env): Promise<PublicConfig> {
  const site = await siteDefinition();
  const content = Object.entries(site.content ?? {}).map(([name, file]) => [name, contentOf(file)]);
  return site.publicConfig({
    settings: site.settings.parse(env),
    siteOrigin,
    navigation: contentOf(site.navigation) as Navigation,
    content: Object.fromEntries(content),
    address: (of) => of,
  });
}
