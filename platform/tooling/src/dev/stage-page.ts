import { readFileSync } from 'node:fs';
import type { PublicConfig } from '@wholepage/contracts/mount';
import { PAGE_STATE_ID, STAGE_NOTE } from '@wholepage/contracts/page';
import type { ContentFile, Navigation } from '@wholepage/contracts/site';
import { atSite, siteDefinition } from '../site/definition';

/** Where the two builds of a remote alone are served. */
export const REMOTE_PATH = '/_remote/';
export const STAGE_PATH = '/_stage/';

/** The page of the stage while developing. */
export async function stagePage(name: string, origin: string): Promise<string> {
  const config = await devConfig(origin);
  const state = {
    config,
    remote: { name, version: 'in development', entry: `${REMOTE_PATH}entry.js` },
  };
  return `<!doctype html>
<html lang="${config.site.language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${name}, alone</title>
<link rel="stylesheet" href="${STAGE_PATH}standalone.css">
<script src="${STAGE_PATH}standalone.js" defer></script>
</head>
<body>
${STAGE_NOTE}
<div id="stage"></div>
<script type="application/json" id="${PAGE_STATE_ID}">${JSON.stringify(state).replace(/</g, '\\u003c')}</script>
</body>
</html>
`;
}

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
