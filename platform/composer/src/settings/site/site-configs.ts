import { readFileSync, unwatchFile, watchFile } from 'node:fs';
import { join } from 'node:path';
import type { PublicConfig } from '@wholepage/contracts/mount';
import { LIVE_SETTINGS_PATH, SITE_DESCRIPTION_PATH, type SiteSettings, settingsPath } from '@wholepage/contracts/page';
import type { ContentFile, MenuItem, Navigation, SiteDescription } from '@wholepage/contracts/site';
import { matchRoute } from '@wholepage/page-rules/address';
import { inRounds } from '@wholepage/page-rules/time-limit';
import { LRUCache } from 'lru-cache';
import * as z from 'zod';
import { SettingsError } from '../../errors';
import type { StoredResponse } from '../../http/response/send';
import { type Log, reason } from '../../log';
import { IMMUTABLE, jsonDocument, ownerOf, shortHash } from '../../pages/page-parts';
import type { Parts } from '../../parts';
import type { ReleaseSet } from '../../releases/release-set';
import type { Settings, Site } from '../settings';
import { allowancesOf } from './define-site';

/** Content that the owner edits while the site runs, by file name. */
export type SiteContent = Readonly<Record<string, unknown>> & { navigation: Navigation };

/** Content files by name, with absolute paths. */
export type ContentFiles = Readonly<Record<string, ContentFile & { path: string }>>;

/** Interval at which files and edits are read. */
const LOOK_EVERY_MS = 1_000;

export const contentFilesOf = ({ definition: { navigation, content }, dir }: Site): ContentFiles =>
  Object.fromEntries(
    Object.entries<ContentFile>({ navigation, ...content }).map(([name, file]) => [
      name,
      { ...file, path: join(dir, file.file) },
    ]),
  );

/** @throws SettingsError naming the file at fault and the place in it */
function readContent({ path, what, schema }: ContentFiles[string]): unknown {
  let text: string;
  try {
    // The decoder drops a byte order mark, which some editors write.
    text = new TextDecoder().decode(readFileSync(path));
  } catch {
    throw new SettingsError(`${path} cannot be read; it must hold ${what} as JSON.`);
  }
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch {
    throw new SettingsError(`${path} is not valid JSON.`);
  }
  const parsed = schema.safeParse(data);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new SettingsError(`${path} at "${issue?.path.join('.')}": ${issue?.message}.`);
}

export const readSiteContent = (files: ContentFiles): SiteContent =>
  Object.fromEntries(Object.entries(files).map(([name, file]) => [name, readContent(file)])) as SiteContent;

const TIMEOUT_MS = 2_000;

/** Edits by file name; null where the file counts. */
const editsSchema = z.record(z.string(), z.unknown());

/** Edited content, previewed before it is saved. */
export interface ContentPreview {
  by: string;
  /** ISO 8601. */
  until: string;
  content: SiteContent;
}

const previewSchema = z.object({ preview: z.object({ by: z.string(), until: z.iso.datetime() }) });

/**
 * The layout's content: the owner's files as they change, overridden by edits from a service. Invalid content changes
 * nothing, and is logged once. While the service is unavailable the last good content stays.
 */
export class LiveContent {
  /** The same object until something changes. */
  current: SiteContent;
  private edits: Partial<SiteContent> = {};
  private etag: string | undefined;

  /** @param ofFiles content of the files at the start */
  constructor(
    private readonly url: string,
    private readonly files: ContentFiles,
    private ofFiles: SiteContent,
    private readonly log: Log,
  ) {
    this.current = ofFiles;
  }

  start(): () => void {
    const reload = () => this.reload();
    const paths = Object.values(this.files).map(({ path }) => path);
    for (const path of paths) watchFile(path, { interval: LOOK_EVERY_MS, persistent: false }, reload);
    void this.ask();
    const endRounds = inRounds(LOOK_EVERY_MS, () => this.ask());
    return () => {
      endRounds();
      for (const path of paths) unwatchFile(path, reload);
    };
  }

  private reload(): void {
    try {
      this.ofFiles = readSiteContent(this.files);
      this.current = { ...this.ofFiles, ...this.edits };
      this.log('info', 'content of the layout reloaded');
    } catch (error) {
      this.log('error', 'content of the layout refused, the last good one stays', { reason: reason(error) });
    }
  }

  /** Fetches the content of a preview. @throws Error in one sentence when there is none of this id */
  async preview(id: string): Promise<ContentPreview> {
    const url = new URL(this.url);
    url.searchParams.set('preview', id);
    const answer = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) });
    if (answer.status !== 200) {
      await answer.body?.cancel();
      throw new Error(answer.status === 404 ? 'This preview is over.' : `The service answers ${answer.status}.`);
    }
    const given = editsSchema.parse(await answer.json());
    return { ...previewSchema.parse(given).preview, content: { ...this.ofFiles, ...this.readEdits(given) } };
  }

  private async ask(): Promise<void> {
    try {
      const headers = this.etag ? { 'if-none-match': this.etag } : {};
      const answer = await fetch(this.url, { headers, signal: AbortSignal.timeout(TIMEOUT_MS) });
      if (answer.status !== 200) return void (await answer.body?.cancel());
      const given = editsSchema.parse(await answer.json());
      // An invalid answer, too, is read once.
      this.etag = answer.headers.get('etag') ?? undefined;
      this.edits = this.readEdits(given);
      this.current = { ...this.ofFiles, ...this.edits };
    } catch (error) {
      // Invalid edits are a fault; an unavailable service has its own alarms.
      if (error instanceof z.ZodError)
        this.log('error', 'edited content of the layout refused, the last good one stays', { reason: reason(error) });
    }
  }

  /** @throws ZodError for an invalid edit */
  private readEdits(given: z.output<typeof editsSchema>): Partial<SiteContent> {
    const edited = Object.entries(this.files).filter(([name]) => given[name] !== undefined && given[name] !== null);
    return Object.fromEntries(edited.map(([name, { schema }]) => [name, schema.parse(given[name])]));
  }
}

/** Public settings for all pages of a set of releases, as a separate document that browsers cache. */
export interface SiteConfig {
  config: PublicConfig;
  /** Path with the hash of its text. */
  path: string;
  response: StoredResponse;
}

/** Earlier documents kept for old tabs and cached pages. */
const DOCUMENTS_KEPT = 50;
const PATH = /^\/_settings\/[\w-]+\.json$/;

/** Public settings, which change with the owner's content and the live releases. */
export class SiteConfigs {
  private readonly known = new WeakMap<ReleaseSet, { content: SiteContent; site: SiteConfig }>();
  private readonly documents = new LRUCache<string, SiteConfig>({ max: DOCUMENTS_KEPT });

  constructor(private readonly parts: Pick<Parts, 'settings' | 'content'>) {}

  of(set: ReleaseSet): SiteConfig {
    const content = set.preview?.content ?? this.parts.content.current;
    const known = this.known.get(set);
    if (known?.content === content) return known.site;
    const site = this.document(publicConfig(this.parts.settings, withMenuOf(content, set)));
    this.known.set(set, { content, site });
    return site;
  }

  /**
   * Returns the document at a path. For an unknown one, such as from before a restart, returns the present document, so
   * that the page still hydrates. @returns undefined for any other path
   */
  find(path: string, set: ReleaseSet): StoredResponse | undefined {
    if (!PATH.test(path)) return undefined;
    const { config, ...present } = this.of(set);
    if (path === present.path) return present.response;
    return this.documents.get(path)?.response ?? jsonDocument({ config } satisfies SiteSettings, 'no-store');
  }

  /** Returns settings for other origins' pages, or the site's description for remotes of other repositories; else undefined. */
  findLive(path: string, set: ReleaseSet, headers: Record<string, string>): StoredResponse | undefined {
    if (path !== LIVE_SETTINGS_PATH && path !== SITE_DESCRIPTION_PATH) return undefined;
    const { settings, content } = this.parts;
    const config = publicConfig(settings, withMenuOf(content.current, set), 'foreign');
    if (path === SITE_DESCRIPTION_PATH) {
      const { definition, values } = settings.site;
      const allows = allowancesOf(
        definition,
        values,
        Object.values(set.apps).flatMap(({ manifest }) => manifest.routes),
      );
      return jsonDocument({ config, allows } satisfies SiteDescription);
    }
    return jsonDocument({ config } satisfies SiteSettings, 'no-cache', headers);
  }

  private document(config: PublicConfig): SiteConfig {
    const settings: SiteSettings = { config };
    const path = settingsPath(shortHash(JSON.stringify(settings)));
    const site = this.documents.get(path) ?? { config, path, response: jsonDocument(settings, IMMUTABLE) };
    this.documents.set(path, site);
    return site;
  }
}

/** Returns content without links to retired pages, at any depth. */
function withoutGone(part: unknown, isGone: (href: string) => boolean): unknown {
  if (Array.isArray(part))
    return part.filter((one) => !isGone(String(one?.href))).map((one) => withoutGone(one, isGone));
  if (typeof part !== 'object' || part === null) return part;
  return Object.fromEntries(Object.entries(part).map(([name, value]) => [name, withoutGone(value, isGone)]));
}

/**
 * Returns the content with the owner's menu, without retired pages, then pages whose routes have a `menu` label; accented entries
 * stay last. The owner's entry overrides a route's, so that a label or place changes without a release.
 */
function withMenuOf(content: SiteContent, set: ReleaseSet): SiteContent {
  const { apps, retired = [] } = set;
  const isGone = (href: string): boolean => {
    const [path = ''] = href.split(/[?#]/);
    return path.startsWith('/') && retired.some((route) => matchRoute(route, path)) && !ownerOf(set, path);
  };
  const navigation = withoutGone(content.navigation, isGone) as Navigation;
  const { menu } = navigation;
  const links = menu.flatMap((item) => [item, ...item.sections.flatMap((section) => section.links)]);
  const listed = new Set(links.map(({ href }) => href));
  const asked = Object.values(apps)
    .flatMap(({ manifest }) =>
      manifest.routes.flatMap(({ path, menu: label }) => (label ? [{ label, href: path }] : [])),
    )
    .filter(({ href }) => !listed.has(href))
    .sort((one, other) => one.href.localeCompare(other.href))
    .map((link): MenuItem => ({ ...link, accent: false, sections: [] }));
  const plain = menu.filter(({ accent }) => !accent);
  const accented = menu.filter(({ accent }) => accent);
  return { ...content, navigation: { ...navigation, menu: [...plain, ...asked, ...accented] } };
}

/** Returns the public settings. @param reader `foreign`: a page of another origin */
export function publicConfig(
  { site, siteOrigin, content: atStart }: Settings,
  { navigation, ...content }: SiteContent = atStart,
  reader: 'own' | 'foreign' = 'own',
): PublicConfig {
  return site.definition.publicConfig({
    settings: site.values,
    siteOrigin,
    navigation,
    content,
    address: (of) => (reader === 'own' ? of : of.startsWith('/') ? siteOrigin + of : of || siteOrigin),
  });
}
