import type { PublicConfig } from '@wholepage/contracts/mount';
import { escapeHtml } from '@wholepage/page-rules/html';
import type { Renderer } from '../guests/renderer';
import { fileSecurityHeaders, storedText } from '../http/response/send';
import { reason } from '../log';
import type { Parts } from '../parts';
import type { LoadedRelease, ReleaseSet } from '../releases/release-set';
import type { Settings } from '../settings/settings';
import type { MadePage } from './cache/page-cache';
import type { OwnedFile } from './page-parts';

const MAX_AGE_SECONDS = 300;
const CACHING = `public, max-age=${MAX_AGE_SECONDS}`;

export async function makeTextFile(
  { release, path, type }: OwnedFile,
  renderer: Pick<Renderer, 'file'>,
  config: PublicConfig,
): Promise<MadePage> {
  const text = await renderer.file(release, { path, config });
  // Browsers show XML as a document, which this policy keeps from running scripts.
  const headers = { ...fileSecurityHeaders(type), 'cross-origin-resource-policy': 'cross-origin' };
  return {
    response: storedText(type, text, CACHING, headers),
    maxAge: MAX_AGE_SECONDS,
    complete: true,
    hasContent: true,
  };
}

/**
 * A service worker that unregisters itself, deletes its caches and reloads its pages. Browsers check a worker's address
 * for updates on any page. Without it a former site would answer from its caches for years.
 */
const PROGRAM = `self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil((async () => {
  for (const name of await caches.keys()) await caches.delete(name);
  await self.registration.unregister();
  for (const page of await self.clients.matchAll({ type: 'window' })) await page.navigate(page.url);
})()));
`;

/** Response at the addresses of a site's `retiredWorkers`. Our pages cannot register it: their policy refuses workers. */
export const retiredWorker = storedText('text/javascript', PROGRAM);

/** Makes `sitemap.xml` from the paths that releases declare with their routes, and from those found at run time. */
export class SitemapMaker {
  /** Each remote's last dynamic paths, for when it fails: an incomplete list would remove pages from search engines. */
  private readonly found = new Map<string, string[]>();

  constructor(private readonly parts: Pick<Parts, 'settings' | 'renderer' | 'sites' | 'log'>) {}

  async make(set: ReleaseSet): Promise<MadePage> {
    const releases = Object.values(set.apps);
    const { config } = this.parts.sites.of(set);
    const found = await Promise.all(releases.map((release) => this.findOut(release, config)));
    const declared = releases.flatMap(({ manifest }) => manifest.routes.flatMap((route) => route.sitemap));
    const urls = [...new Set([...declared, ...found.flatMap(({ paths }) => paths)])].map(
      (path) => `<url><loc>${escapeHtml(new URL(this.parts.settings.siteOrigin + path).href)}</loc></url>`,
    );
    const text = `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls.join('\n')}\n</urlset>\n`;
    return {
      response: storedText('application/xml', text, CACHING),
      maxAge: MAX_AGE_SECONDS,
      complete: found.every(({ complete }) => complete),
      hasContent: true,
    };
  }

  private async findOut(release: LoadedRelease, config: PublicConfig): Promise<{ paths: string[]; complete: boolean }> {
    const { app, version } = release.manifest;
    try {
      const paths = await this.parts.renderer.sitemap(release, config);
      this.found.set(app, paths);
      return { paths, complete: true };
    } catch (error) {
      this.parts.log('warn', 'sitemap failed', { app, version, phase: 'sitemap', reason: reason(error) });
      return { paths: this.found.get(app) ?? [], complete: false };
    }
  }
}

/** Returns `robots.txt`: search engines may fetch pages, their files, and the API paths that the site names, such as pictures. */
export const robots = ({ siteOrigin, site }: Pick<Settings, 'siteOrigin' | 'site'>): string =>
  [
    'User-agent: *',
    'Disallow: /api/',
    ...(site.definition.indexedApiPaths ?? []).map((path) => `Allow: ${path}`),
    'Disallow: /_standalone/',
    `Sitemap: ${siteOrigin}/sitemap.xml`,
    '',
  ].join('\n');
