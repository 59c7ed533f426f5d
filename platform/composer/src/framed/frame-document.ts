import type { PublicConfig } from '@wholepage/contracts/config';
import { FRAME_RIGHTS, FRAME_SCRIPT_PATH, type FrameState } from '@wholepage/contracts/framed';
import { PAGE_STATE_ID, SLOT_ID } from '@wholepage/contracts/page';
import { escapeHtml } from '@wholepage/page-rules/escape-html';
import { StoredResponse } from '../http/response/stored-response';
import { inlineJson, tag } from '../pages/document/html';
import type { PageContent } from '../pages/page-content';
import { type Owner, promisedIntegrity, releaseUrl } from '../pages/page-parts';
import type { LoadedRelease } from '../releases/release-set';
import type { Settings } from '../settings/settings';

interface FrameDocumentParts {
  settings: Pick<Settings, 'siteOrigin'>;
  shell: LoadedRelease;
  owner: Owner;
  url: URL;
  config: PublicConfig;
  content: PageContent;
}

/** Files of the site alone. The frame asks nobody: what it fetches goes through its page. */
const policyOf = (site: string): string =>
  [
    `sandbox ${FRAME_RIGHTS}`,
    "default-src 'none'",
    `script-src 'self' ${site}`,
    `style-src 'self' ${site}`,
    `img-src 'self' ${site} data:`,
    `font-src 'self' ${site}`,
    `media-src 'self' ${site}`,
    "connect-src 'none'",
    "form-action 'none'",
    "base-uri 'none'",
    "object-src 'none'",
    "frame-ancestors 'self'",
  ].join('; ');

/** The document in which a framed remote runs: its HTML and its styles, and the script that mounts it. */
export function frameDocument({ settings, shell, owner, url, config, content }: FrameDocumentParts): StoredResponse {
  const { manifest } = owner.release;
  const { siteOrigin } = settings;
  const styles = [
    ...shell.manifest.entry.css.map((file) => [shell.manifest, file] as const),
    ...[...manifest.entry.css, ...owner.route.css].map((file) => [manifest, file] as const),
  ];
  const state: FrameState = {
    app: owner.name,
    entry: releaseUrl(manifest, manifest.entry.browser),
    integrity: promisedIntegrity(manifest, manifest.entry.browser),
    address: siteOrigin + url.pathname + url.search,
    config,
    head: { title: content.head.title, description: content.head.description, keywords: content.head.keywords },
    data: content.rendered?.data ?? null,
  };
  const html = [
    '<!doctype html>',
    `${tag('html', { lang: config.site.language })}`,
    '<head>',
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="robots" content="noindex">',
    `<title>${escapeHtml(content.head.title)}</title>`,
    ...styles.map(([of, file]) =>
      tag('link', {
        rel: 'stylesheet',
        href: releaseUrl(of, file),
        crossorigin: 'anonymous',
        integrity: promisedIntegrity(of, file),
      }),
    ),
    `${tag('script', { src: FRAME_SCRIPT_PATH, defer: true })}</script>`,
    '</head>',
    '<body>',
    `${tag('div', { id: SLOT_ID })}${content.rendered?.html ?? ''}</div>`,
    `<script type="application/json" id="${PAGE_STATE_ID}">${inlineJson(state)}</script>`,
    '</body>',
    '</html>',
  ].join('\n');
  return new StoredResponse(
    content.status,
    {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'private, no-cache',
      'content-security-policy': policyOf(siteOrigin),
      'x-frame-options': 'SAMEORIGIN',
    },
    Buffer.from(html),
  );
}
