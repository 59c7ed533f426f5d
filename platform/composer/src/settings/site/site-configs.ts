import type { PublicConfig } from '@wholepage/contracts/mount';
import { LIVE_SETTINGS_PATH, SITE_DESCRIPTION_PATH, type SiteSettings, settingsPath } from '@wholepage/contracts/page';
import type { MenuItem, SiteDescription } from '@wholepage/contracts/site';
import { LRUCache } from 'lru-cache';
import type { StoredResponse } from '../../http/response/send';
import { jsonDocument, shortHash } from '../../pages/page-parts';
import type { ReleaseSet } from '../../releases/release-set';
import type { SiteContent } from '../content/edited-content';
import type { Settings } from '../settings';
import { allowancesOf } from './define-site';

/** What is the same on every page that is made from one set of releases, as a document of its own that browsers keep. */
export interface SiteConfig {
  config: PublicConfig;
  /** Named by its text. */
  path: string;
  response: StoredResponse;
}

/** Old tabs and kept pages name earlier ones. */
const DOCUMENTS_KEPT = 50;
const PATH = /^\/_settings\/[\w-]+\.json$/;
const LIVE = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-cache' };
const NOT_KEPT = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' };

/** The site's settings as browsers and releases get them: they change with the owner's content and with what is live. */
export class SiteConfigs {
  private readonly known = new WeakMap<ReleaseSet, { content: SiteContent; site: SiteConfig }>();
  private readonly documents = new LRUCache<string, SiteConfig>({ max: DOCUMENTS_KEPT });

  constructor(
    private readonly settings: Settings,
    private readonly content: () => SiteContent,
  ) {}

  of(set: ReleaseSet): SiteConfig {
    const content = set.preview?.content ?? this.content();
    const known = this.known.get(set);
    if (known?.content === content) return known.site;
    const site = this.document(publicConfig(this.settings, withMenuOf(content, set)));
    this.known.set(set, { content, site });
    return site;
  }

  /**
   * The document at this path. A page of another composer, or of before a restart, may name one that is not known here.
   * Then the present one is better than a page that stays dead.
   * @returns undefined for any other path
   */
  find(path: string, set: ReleaseSet): StoredResponse | undefined {
    if (!PATH.test(path)) return undefined;
    const { config, ...present } = this.of(set);
    if (path === present.path) return present.response;
    return this.documents.get(path)?.response ?? jsonDocument({ config } satisfies SiteSettings, NOT_KEPT);
  }

  /** The settings for pages of other origins, and the site for remotes in other repositories. @returns undefined for any other path */
  findLive(path: string, set: ReleaseSet, headers: Record<string, string>): StoredResponse | undefined {
    if (path !== LIVE_SETTINGS_PATH && path !== SITE_DESCRIPTION_PATH) return undefined;
    const config = publicConfig(this.settings, withMenuOf(this.content(), set), 'foreign');
    if (path === SITE_DESCRIPTION_PATH) {
      const { definition, values } = this.settings.site;
      const allows = allowancesOf(
        definition,
        values,
        Object.values(set.apps).flatMap(({ manifest }) => manifest.routes),
      );
      return jsonDocument({ config, allows } satisfies SiteDescription, LIVE);
    }
    return jsonDocument({ config } satisfies SiteSettings, { ...LIVE, ...headers });
  }

  private document(config: PublicConfig): SiteConfig {
    const settings: SiteSettings = { config };
    const path = settingsPath(shortHash(JSON.stringify(settings)));
    const site = this.documents.get(path) ?? { config, path, response: jsonDocument(settings) };
    this.documents.set(path, site);
    return site;
  }
}

const hrefsOf = ({ href, sections }: MenuItem): string[] => [
  href,
  ...sections.flatMap(({ links }) => links.map((link) => link.href)),
];

/**
 * The owner's menu, and after it the pages whose releases ask for a place in it; what stands out stays last. An entry that
 * the owner wrote wins: so a label is changed, or an entry moved, without a release.
 */
function withMenuOf(content: SiteContent, { apps }: Pick<ReleaseSet, 'apps'>): SiteContent {
  const { menu } = content.navigation;
  const listed = new Set(menu.flatMap(hrefsOf));
  const asked = Object.values(apps)
    .flatMap(({ manifest }) =>
      manifest.routes.flatMap(({ path, menu: label }) => (label ? [{ label, href: path }] : [])),
    )
    .filter(({ href }) => !listed.has(href))
    .sort((one, other) => one.href.localeCompare(other.href))
    .map((link): MenuItem => ({ ...link, accent: false, sections: [] }));
  if (asked.length === 0) return content;
  const plain = menu.filter(({ accent }) => !accent);
  const accented = menu.filter(({ accent }) => accent);
  return { ...content, navigation: { ...content.navigation, menu: [...plain, ...asked, ...accented] } };
}

const asItIs = (address: string): string => address;

/** As a page of another origin needs an address: what is relative to the site has the site's origin. */
const absoluteAt =
  (siteOrigin: string) =>
  (address: string): string =>
    address.startsWith('/') ? siteOrigin + address : address || siteOrigin;

/**
 * The part of the settings that browsers may know, as the site makes it.
 * @param content as it is now; else as it was at the start
 * @param reader `foreign`: a page of another origin
 */
export function publicConfig(
  { site, siteOrigin, content: atStart }: Settings,
  content: SiteContent = atStart,
  reader: 'own' | 'foreign' = 'own',
): PublicConfig {
  return site.definition.publicConfig({
    settings: site.values,
    siteOrigin,
    navigation: content.navigation,
    content: content.further,
    address: reader === 'own' ? asItIs : absoluteAt(siteOrigin),
  });
}
