import { readFile } from 'node:fs/promises';
import {
  FRAME_RIGHTS,
  FRAME_SCRIPT_PATH,
  type FrameState,
  ISOLATED_PATH,
  isolatedPath,
} from '@wholepage/contracts/isolated';
import { PAGE_STATE_ID, SLOT_ID } from '@wholepage/contracts/page';
import { escapeHtml } from '@wholepage/page-rules/html';
import { type DefaultTreeAdapterTypes, parseFragment } from 'parse5';
import type { Asked } from '../http/request/request';
import { StoredResponse, send, sendText, storedText } from '../http/response/send';
import {
  inlineJson,
  type PageParts,
  scriptElement,
  styleSheets,
  tag,
  unlistedDocument,
} from '../pages/document/document';
import { type Owner, promisedIntegrity, releaseUrl } from '../pages/page-parts';
import type { PageContent, PageResponder } from '../pages/page-responder';

const ENTRY = '_entry.js';
/** App and address; a second leading slash would name another site. */
const OF_PAGE = /^([a-z][a-z0-9-]*)(\/(?!\/).*)$/;

/** Answers `/_isolated/{app}{address}`: pages of isolated remotes, and the scripts on both sides of their iframe. */
export class IsolatedRoutes {
  private readonly scripts = new Map<string, Promise<StoredResponse>>();

  /** @param scriptsFolder with the two scripts that the tooling's `build-server.ts` bundles */
  constructor(
    private readonly scriptsFolder: string,
    private readonly pages: Pick<PageResponder, 'makeIsolated'>,
  ) {}

  async send(...[request, response, url, set, trace]: Asked): Promise<void> {
    if (url.pathname === FRAME_SCRIPT_PATH) return send(request, response, await this.script('frame'));
    // In a window of its own it could pose as any page of the site.
    const isAlone = request.headers['sec-fetch-dest'] === 'document';
    const [, app = '', path = ''] = (!isAlone && OF_PAGE.exec(url.pathname.slice(ISOLATED_PATH.length))) || [];
    if (path === `/${ENTRY}` && set.apps[app]?.isIsolated) return send(request, response, await this.script('entry'));
    const page = path && (await this.pages.makeIsolated(set, app, new URL(path + url.search, url), trace()));
    if (page) return send(request, response, page, request.method === 'HEAD' ? 200 : page.status);
    // The page asks by HEAD whether the iframe can follow to an address. A 404 would be an error on its console.
    if (request.method === 'HEAD') return void response.writeHead(204, { 'cache-control': 'no-store' }).end();
    return sendText(request, response, 404, 'There is no such page in a frame.');
  }

  private script(name: 'frame' | 'entry'): Promise<StoredResponse> {
    const known = this.scripts.get(name);
    if (known) return known;
    const reading = readFile(`${this.scriptsFolder}/${name}.js`, 'utf8').then((text) =>
      storedText('text/javascript', text, 'no-cache', { 'cross-origin-resource-policy': 'cross-origin' }),
    );
    this.scripts.set(name, reading);
    reading.catch(() => this.scripts.delete(name));
    return reading;
  }
}

/** Height in CSS pixels until the iframe reports its own. */
const FIRST_HEIGHT = '800';

/** Returns the slot of an isolated remote's page: the iframe, and the page's text for search engines. */
export const isolatedSlot = ({ name }: Owner, url: URL, { head, rendered }: PageContent): string =>
  [
    `${tag('iframe', {
      src: isolatedPath(name, url.pathname + url.search),
      sandbox: FRAME_RIGHTS,
      title: head.title || name,
      width: '100%',
      height: FIRST_HEIGHT,
    })}</iframe>`,
    `<div hidden>${plainHtml(rendered?.html ?? '')}</div>`,
  ].join('');

const KEPT = new Set(
  'h1 h2 h3 h4 h5 h6 p ul ol li dl dt dd a strong em b i blockquote pre code table thead tbody tr th td caption figure figcaption'.split(
    ' ',
  ),
);
/** Elements whose content is no text. */
const DROPPED = new Set('script style template iframe object noscript svg math select textarea'.split(' '));

/** Returns the address of a link within the site or by HTTP; undefined for others. */
const hrefOf = ({ attrs }: DefaultTreeAdapterTypes.Element): string | undefined => {
  const href = attrs.find(({ name }) => name === 'href')?.value ?? '';
  return /^(?:\/(?![/\\])|https?:\/\/)/.test(href) ? href : undefined;
};

function write(node: DefaultTreeAdapterTypes.ChildNode): string {
  if (node.nodeName === '#text' && 'value' in node) return escapeHtml(node.value);
  if (!('childNodes' in node) || DROPPED.has(node.nodeName)) return '';
  const inner = node.childNodes.map(write).join('');
  if (!KEPT.has(node.tagName)) return inner;
  return `${tag(node.tagName, node.tagName === 'a' ? { href: hrefOf(node), rel: 'nofollow' } : {})}${inner}</${node.tagName}>`;
}

/** Reduces HTML to its text and structure: nothing that runs, loads or styles, and no attribute but the addresses of links. */
const plainHtml = (html: string): string =>
  // One element around it: the parser moves outermost nodes one by one, in time that grows with the square of their number.
  parseFragment(`<div>${html}</div>`).childNodes.map(write).join('');

type FrameParts = Pick<PageParts, 'shell' | 'url' | 'site' | 'content'> & { owner: Owner; siteOrigin: string };

/** The iframe has an opaque origin, and reads the site's files by CORS. */
const ANONYMOUS = { crossorigin: 'anonymous' };

/** Returns the iframe's policy: files of the site only, and no connections: its fetches go through its page. */
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

/** Returns the document of an isolated remote: its HTML and styles, and the script that mounts it. */
export function frameDocument({ shell, owner, url, site, siteOrigin, content }: FrameParts): StoredResponse {
  const { manifest } = owner.release;
  const { config } = site;
  const state: FrameState = {
    app: owner.name,
    entry: releaseUrl(manifest, manifest.entry.browser),
    integrity: promisedIntegrity(manifest, manifest.entry.browser),
    address: siteOrigin + url.pathname + url.search,
    config,
    head: { title: content.head.title, description: content.head.description, keywords: content.head.keywords },
    data: content.rendered?.data ?? null,
  };
  const head = [
    ...styleSheets({ manifest: shell.manifest, css: shell.manifest.entry.css }, ANONYMOUS),
    ...styleSheets({ manifest, css: [...manifest.entry.css, ...owner.route.css] }, ANONYMOUS),
    scriptElement({ src: FRAME_SCRIPT_PATH, defer: true }),
  ];
  const body = [
    '<body>',
    `${tag('div', { id: SLOT_ID })}${content.rendered?.html ?? ''}</div>`,
    `<script type="application/json" id="${PAGE_STATE_ID}">${inlineJson(state)}</script>`,
  ];
  return new StoredResponse(
    content.status,
    {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'private, no-cache',
      'content-security-policy': policyOf(siteOrigin),
      'x-frame-options': 'SAMEORIGIN',
    },
    unlistedDocument(config.site.language, content.head.title, head, body),
  );
}
