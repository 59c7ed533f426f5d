import { PAGE_STATE_ID, STAGE_NOTE } from '@wholepage/contracts/page';
import { devConfig } from './dev-config';

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
