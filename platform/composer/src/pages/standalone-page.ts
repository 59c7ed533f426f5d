import type { PublicConfig } from '@wholepage/contracts/config';
import { PAGE_STATE_ID, STAGE_NOTE } from '@wholepage/contracts/page';
import type { ReleaseManifest } from '@wholepage/contracts/release';
import { contentSecurityPolicy } from '../http/response/security-headers';
import { StoredResponse } from '../http/response/stored-response';
import type { Settings } from '../settings/settings';
import { inlineJson, tag } from './document/html';
import { releaseUrl } from './page-parts';

/** The page on which QA opens one release of a remote alone: its exact bytes, on a stage instead of the shell. */
export function standalonePage(
  manifest: ReleaseManifest,
  config: PublicConfig,
  { settings, isForAll }: { settings: Settings; isForAll: boolean },
): StoredResponse | undefined {
  const stage = manifest.entry.standalone;
  if (!stage) return undefined;
  const { app, version, entry, files, routes } = manifest;
  const { definition, values } = settings.site;
  const state = {
    config,
    remote: {
      name: app,
      version,
      entry: releaseUrl(manifest, entry.browser),
      integrity: files[entry.browser]?.integrity,
      routes: routes.map(({ path }) => path),
    },
  };
  const html = [
    '<!doctype html>',
    `<html lang="${config.site.language}">`,
    '<head>',
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="robots" content="noindex">',
    `<title>${app} ${version}, alone</title>`,
    ...[...stage.css, ...entry.css].map((file) =>
      tag('link', { rel: 'stylesheet', href: releaseUrl(manifest, file), integrity: files[file]?.integrity }),
    ),
    ...stage.js.map(
      (file) =>
        `${tag('script', { src: releaseUrl(manifest, file), defer: true, integrity: files[file]?.integrity })}</script>`,
    ),
    '</head>',
    '<body>',
    STAGE_NOTE,
    '<div id="stage"></div>',
    `<script type="application/json" id="${PAGE_STATE_ID}">${inlineJson(state)}</script>`,
    '</body>',
    '</html>',
  ].join('\n');
  return new StoredResponse(
    200,
    {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': isForAll ? 'no-cache' : 'private, no-store',
      'content-security-policy': contentSecurityPolicy(settings, definition.stageSources?.(values)),
    },
    Buffer.from(html),
  );
}
