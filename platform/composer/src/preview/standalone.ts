import type { IncomingMessage, ServerResponse } from 'node:http';
import type { PublicConfig } from '@wholepage/contracts/mount';
import { PAGE_STATE_ID, STANDALONE_NOTE } from '@wholepage/contracts/page';
import type { ReleaseManifest } from '@wholepage/contracts/release';
import { contentSecurityPolicy, type StoredResponse, send, sendText, storedText } from '../http/response/send';
import { inlineJson, scriptElement, styleSheets, unlistedDocument } from '../pages/document/document';
import { promisedIntegrity, releaseUrl } from '../pages/page-parts';
import type { Parts } from '../parts';
import type { Settings } from '../settings/settings';

/**
 * Sends the standalone page of a release. In production an unreviewed release is shown only to visitors with a preview
 * of it, and at the previews' own origin where there is one.
 */
export async function sendStandalone(
  parts: Pick<Parts, 'settings' | 'sites' | 'files' | 'previews' | 'currentSet' | 'store'>,
  request: IncomingMessage,
  response: ServerResponse,
  path: string,
): Promise<void> {
  const { settings, sites, files, previews, currentSet, store } = parts;
  const [, , app = '', version = ''] = path.split('/');
  // Here its code would have the site's origin.
  if (store.trust.pinsOf(app)?.trust === 'isolated')
    return sendText(request, response, 404, `${app} is isolated: its code runs in frames alone.`);
  const manifest = await files.manifest(app, version, request);
  const isReviewed = () => previews.isReviewed(request, app, version);
  const isForAll = manifest && (settings.NODE_ENV !== 'production' || (await isReviewed()));
  if (!manifest || !(isForAll || (await previews.shows(request, app, version)))) {
    const why = 'There is no such release to show alone. `npm run wholepage -- status` lists them.';
    return sendText(request, response, 404, why);
  }
  const page = standalonePage(manifest, sites.of(currentSet()).config, { settings, isForAll: isForAll ?? false });
  if (page) return send(request, response, page);
  return sendText(request, response, 404, `${app} ${version} has no page alone: another bundler built it.`);
}

/** Returns the page on which QA opens a remote's release alone: its exact bytes, without the shell. */
function standalonePage(
  manifest: ReleaseManifest,
  config: PublicConfig,
  { settings, isForAll }: { settings: Settings; isForAll: boolean },
): StoredResponse | undefined {
  const standalone = manifest.entry.standalone;
  if (!standalone) return undefined;
  const { app, version, entry, routes } = manifest;
  const { definition, values } = settings.site;
  const state = {
    config,
    remote: {
      name: app,
      version,
      entry: releaseUrl(manifest, entry.browser),
      integrity: promisedIntegrity(manifest, entry.browser),
      routes: routes.map(({ path }) => path),
    },
  };
  const head = [
    ...styleSheets({ manifest, css: [...standalone.css, ...entry.css] }),
    ...standalone.js.map((file) =>
      scriptElement({ src: releaseUrl(manifest, file), defer: true, integrity: promisedIntegrity(manifest, file) }),
    ),
  ];
  const body = [
    '<body>',
    STANDALONE_NOTE,
    '<div id="standalone"></div>',
    `<script type="application/json" id="${PAGE_STATE_ID}">${inlineJson(state)}</script>`,
  ];
  const html = unlistedDocument(config.site.language, `${app} ${version}, alone`, head, body);
  return storedText('text/html', html, isForAll ? 'no-cache' : 'private, no-store', {
    'content-security-policy': contentSecurityPolicy(settings, definition.standaloneSources?.(values)),
  });
}
