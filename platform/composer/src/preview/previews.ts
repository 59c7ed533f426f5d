import type { IncomingMessage, ServerResponse } from 'node:http';
import { appNameSchema, SHELL, versionSchema } from '@wholepage/contracts/release';
import { ReleaseError } from '@wholepage/releases/errors';
import { isAway, isPreviewId, type Preview, readPreview, wasReviewed } from '@wholepage/releases/preview/preview';
import { isHosted } from '@wholepage/releases/steps';
import { LRUCache } from 'lru-cache';
import { MinuteLimit, nameOf, readCookie } from '../http/request/request';
import { sendText } from '../http/response/send';
import { reason } from '../log';
import type { Parts } from '../parts';
import { type LoadedRelease, type ReleaseSet, setId } from '../releases/release-set';
import { isDeveloper } from '../settings/developer-access';
import type { ContentPreview } from '../settings/site/site-configs';

/*
 * Previews: releases of a signed record, edited content, or a release that a developer names, laid over the live site
 * for one browser. One cookie names the preview; its pages are not cached.
 */

/** Query parameter and cookie of a preview. */
export const PREVIEW = 'preview';
/** Query parameter by which a developer sees a release, or a server on their machine, without a record. */
const OVERRIDE = 'override';
export const NO_PREVIEW = 'none';

const RECORDS_KEPT = 500;
/** Cache time of a record: a withdrawn preview ends this soon. */
const RECORD_MS = 2_000;
/** Cache time of whether a release was promoted. */
const REVIEWED_MS = 10_000;
const RELEASES_KEPT = 40;

type LaidOver = Pick<Preview, 'releases' | 'by' | 'until'>;

/** Result of a token: releases, edited content, or a refusal. */
type Found = { preview: LaidOver } | { edited: ContentPreview } | { refused: string; isAway?: boolean };

const EDITED = /^content-([0-9a-f-]{36})$/;

const isToken = (text: string): boolean => isPreviewId(text) || EDITED.test(text) || developed(text) !== undefined;

/** Whether a build is a server on the developer's own machine: a link must not bring other scripts into a page. */
const isOnOwnMachine = (build: string): boolean => /^http:\/\/(localhost|127\.0\.0\.1):\d{2,5}$/.test(build);

/** Reads `articles@1.0.0-3fa9c2d1` and `articles@http://localhost:3003`. @returns releases by app; undefined for anything else */
function developed(text: string): Record<string, string> | undefined {
  const [app = '', build = '', ...more] = text.split('@');
  const isBuild = isOnOwnMachine(build) || versionSchema.safeParse(build).success;
  return isBuild && appNameSchema.safeParse(app).success && more.length === 0 ? { [app]: build } : undefined;
}

/** Shows releases in the whole site to developers, and to whoever has a preview's address. These pages are not cached. */
export class Previews {
  private readonly records = new LRUCache<string, Found>({ max: RECORDS_KEPT, ttl: RECORD_MS });
  /** Tokens known to exist. */
  private readonly found = new LRUCache<string, true>({ max: RECORDS_KEPT });
  private readonly loaded = new LRUCache<string, LoadedRelease>({ max: RELEASES_KEPT });
  private readonly reviewed = new LRUCache<string, boolean>({ max: RECORDS_KEPT, ttl: REVIEWED_MS });
  private readonly limit = new MinuteLimit();

  /** Origin for unreviewed releases; undefined: the site's own. */
  private readonly origin: string | undefined;

  constructor(
    private readonly parts: Pick<
      Parts,
      'settings' | 'store' | 'shared' | 'currentSet' | 'watcher' | 'files' | 'content' | 'visitors' | 'log'
    >,
  ) {
    this.origin = parts.settings.PREVIEW_ORIGIN;
  }

  /** Whether an address asks for a preview, or a developer's for an override. */
  isEntered(request: IncomingMessage, { searchParams }: URL): boolean {
    return searchParams.has(PREVIEW) || (searchParams.has(OVERRIDE) && isDeveloper(request, this.parts.settings));
  }

  /** Answers an address that {@link isEntered}: sets the cookie and redirects to the page itself. */
  async enter(request: IncomingMessage, response: ServerResponse, url: URL): Promise<void> {
    const token = url.searchParams.get(PREVIEW);
    if (token !== null) return this.note(request, response, url, token);
    // A developer learns at once why a release cannot be shown.
    const asked = url.searchParams.get(OVERRIDE) ?? '';
    const releases = developed(asked);
    if (asked !== NO_PREVIEW && !releases) {
      const text = `"${asked.slice(0, 100)}" is not an override: say ?${OVERRIDE}=articles@1.0.0-3fa9c2d1 or ?${OVERRIDE}=articles@http://localhost:3003, or ?${OVERRIDE}=${NO_PREVIEW} to end it.`;
      return sendText(request, response, 400, text);
    }
    try {
      if (releases) await this.laidOver(this.parts.currentSet(), { releases, by: '', until: '' });
    } catch (error) {
      const why = reason(error instanceof ReleaseError ? (error.cause ?? error) : error);
      return sendText(request, response, 404, `${asked.replace('@', ' ')} cannot be shown: ${why}`);
    }
    return this.note(request, response, url, asked);
  }

  private note(request: IncomingMessage, response: ServerResponse, url: URL, token: string): void {
    const here = new URL(url);
    for (const name of [PREVIEW, OVERRIDE]) here.searchParams.delete(name);
    sendText(request, response, 303, token === NO_PREVIEW ? 'The live site.' : 'A preview.', {
      location: here.pathname + here.search,
      'set-cookie': this.cookie(token === NO_PREVIEW ? undefined : token),
    });
  }

  isBrought({ headers }: IncomingMessage): boolean {
    return headers.cookie?.includes(`${PREVIEW}=`) === true && this.cookieOf(headers.cookie) !== undefined;
  }

  /** Returns the set of a visitor with a preview. If it is gone, its cookie is removed, and the live set says so. */
  async setOf(request: IncomingMessage, response: ServerResponse): Promise<ReleaseSet> {
    const live = this.parts.currentSet();
    response.setHeader('cache-control', 'private, no-store');
    response.setHeader('x-robots-tag', 'noindex');
    response.setHeader('vary', 'cookie');
    try {
      return await this.setWith(live, request);
    } catch (error) {
      const why = error instanceof ReleaseError ? error.message : `This preview cannot be shown: ${reason(error)}.`;
      this.parts.log('info', 'preview not shown', { reason: why });
      if (!isAway(error)) response.appendHeader('set-cookie', this.cookie(undefined));
      return { ...live, canaries: [], preview: { by: '', until: '', releases: [], refused: why } };
    }
  }

  /** Whether a request came to the previews' own origin. */
  private isApart({ headers }: IncomingMessage): boolean {
    return this.origin !== undefined && headers.host === new URL(this.origin).host;
  }

  /** Whether a visitor's preview shows this release at this origin. */
  async shows(request: IncomingMessage, app: string, version: string): Promise<boolean> {
    if (this.origin !== undefined && !this.isApart(request)) return false;
    const found = this.isBrought(request) ? await this.record(request) : undefined;
    return found !== undefined && 'preview' in found && found.preview.releases[app] === version;
  }

  /** Whether visitors ever got this release, as far as is known. Lookups are limited by network. */
  async isReviewed(request: IncomingMessage, app: string, version: string): Promise<boolean> {
    if (this.parts.currentSet().apps[app]?.manifest.version === version) return true;
    const key = `${app} ${version}`;
    const known = this.reviewed.get(key);
    if (known !== undefined) return known;
    if (!this.limit.allows(this.parts.visitors.networkOf(request))) return false;
    const { shared } = this.parts;
    const isReviewed = shared !== undefined && (await wasReviewed(shared, app, version).catch(() => false));
    this.reviewed.set(key, isReviewed);
    return isReviewed;
  }

  /** Keeps unreviewed releases off the site's origin, where visitors sign in and pay. @throws ReleaseError with its address */
  private async requirePlace(releases: Record<string, string>, request: IncomingMessage): Promise<void> {
    if (this.origin === undefined || this.isApart(request)) return;
    for (const [app, version] of Object.entries(releases))
      if (!(await this.isReviewed(request, app, version)))
        throw new ReleaseError(
          `This preview shows ${app} ${version}, which nobody has reviewed: open it at ${this.origin}.`,
          { refusal: 'not-allowed' },
        );
  }

  private async setWith(live: ReleaseSet, request: IncomingMessage): Promise<ReleaseSet> {
    const found = await this.record(request);
    if ('refused' in found) throw new ReleaseError(found.refused, { refusal: found.isAway ? 'store' : 'not-found' });
    if ('edited' in found) return { ...live, canaries: [], preview: { ...found.edited, releases: [] } };
    if (!developed(this.tokenOf(request))) await this.requirePlace(found.preview.releases, request);
    return this.laidOver(live, found.preview);
  }

  /** @throws Error in a sentence when a release is not available, or the shell of the set does not host it */
  private async laidOver(live: ReleaseSet, { releases, by, until }: LaidOver): Promise<ReleaseSet> {
    const all = Object.entries(releases);
    const loaded = await Promise.all(
      all.map(([app, build]) => (isOnOwnMachine(build) ? onOwnMachine(app, build, live) : this.release(app, build))),
    );
    const shown = all.map(([app, version]) => ({ app, version, live: live.apps[app]?.manifest.version }));
    return { ...layOver(live, loaded), preview: { by, until, releases: shown } };
  }

  private async record(request: IncomingMessage): Promise<Found> {
    const token = this.tokenOf(request);
    const known = this.records.get(token);
    if (known) return known;
    if (isToken(token) && !this.found.has(token) && !this.limit.allows(this.parts.visitors.networkOf(request)))
      return { refused: 'Previews are asked for too often: try again soon.', isAway: true };
    const refused = (error: unknown): Found => ({ refused: reason(error), isAway: isAway(error) });
    const found = await this.find(token).catch(refused);
    this.records.set(token, found);
    if (!('refused' in found)) this.found.set(token, true);
    return found;
  }

  /** @throws Error in one sentence for an address that leads to nothing */
  private async find(token: string): Promise<Found> {
    const releases = developed(token);
    if (releases) return { preview: { releases, by: '', until: '' } };
    const edited = EDITED.exec(token)?.[1];
    if (edited) return { edited: await this.parts.content.preview(edited) };
    return { preview: await readPreview(this.parts.store, token) };
  }

  /** @throws ReleaseError in a sentence when the release was pruned, or is not valid any more, as with a withdrawn key */
  private async release(app: string, version: string): Promise<LoadedRelease> {
    const key = `${app} ${version} ${this.parts.store.trust.revision()}`;
    const live = this.parts.watcher.set.apps[app];
    // The store may hold other bytes under the version that is live, which nobody reviewed.
    const known = live?.manifest.version === version ? live : this.loaded.get(key);
    if (known) return known;
    const release = await this.parts.watcher.load(app, version).catch((cause: unknown) => {
      throw new ReleaseError(`This preview shows ${app} ${version}, which is no longer available.`, {
        refusal: 'not-found',
        cause,
      });
    });
    // The index must know it before its page requests files by their names alone.
    await this.parts.files.manifest(app, version);
    this.loaded.set(key, release);
    return release;
  }

  /** Returns a request's token; a developer's override of somebody else counts as unknown. */
  private tokenOf(request: IncomingMessage): string {
    const token = this.cookieOf(request.headers.cookie) ?? '';
    return developed(token) && !isDeveloper(request, this.parts.settings) ? 'unknown' : token;
  }

  private cookieOf(cookies: string | undefined): string | undefined {
    return readCookie(cookies, nameOf(PREVIEW, this.parts.settings.secure)) || undefined;
  }

  /** Returns the cookie, which lasts until the browser closes. @param token undefined removes it */
  private cookie(token: string | undefined): string {
    const { secure } = this.parts.settings;
    // Only an id is written into a header; anything else leads to the same sentence.
    const value = token !== undefined && isToken(token) ? token : token === undefined ? '' : 'unknown';
    return `${nameOf(PREVIEW, secure)}=${value}; Path=/; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}${value ? '' : '; Max-Age=0'}`;
  }
}

/** Returns the live release with browser code from the developer's machine. @throws Error in one sentence */
function onOwnMachine(app: string, build: string, live: ReleaseSet): LoadedRelease {
  const release = live.apps[app];
  if (!release || app === SHELL) throw new Error(`there is no live remote ${app} to lay it over; release it once.`);
  return { ...release, devOrigin: build };
}

/** Returns the live set with some releases replaced. @throws Error in one sentence when its shell does not host one of them */
function layOver(live: ReleaseSet, releases: readonly LoadedRelease[]): ReleaseSet {
  const laid = Object.fromEntries(releases.map((release) => [release.manifest.app, release]));
  const apps = { ...live.apps, ...laid };
  const { shell } = apps;
  // A replaced shell must host all remotes.
  for (const { manifest } of laid[SHELL] ? Object.values(apps) : releases) {
    if (manifest.app === SHELL || !shell || isHosted(manifest.contract, shell.manifest)) continue;
    throw new Error(
      `${manifest.app} ${manifest.version} speaks contract ${manifest.contract}, which shell ${shell.manifest.version} does not host.`,
    );
  }
  return { ...live, id: setId(apps), apps, canaries: [] };
}
