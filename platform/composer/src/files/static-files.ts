import type { IncomingMessage, ServerResponse } from 'node:http';
import { extname } from 'node:path';
import { promisify } from 'node:util';
import { brotliDecompress, gunzip } from 'node:zlib';
import { type FederationManifest, federationManifestSchema } from '@wholepage/contracts/federation-manifest';
import { appNameSchema, type ReleaseManifest, releaseFilePath, versionSchema } from '@wholepage/contracts/release';
import { ReleaseError } from '@wholepage/releases/errors';
import { integrityOf, manifestPath, readRelease, readReleaseFile } from '@wholepage/releases/manifest';
import {
  type HistoryEntry,
  historyEntrySchema,
  REGISTRY_FILE,
  readRegistry,
  releasesOf,
  stepFile,
  TAB_MS,
} from '@wholepage/releases/registry/registry';
import { parseAs, type ReleaseStore, readChecked } from '@wholepage/releases/store/store';
import { LRUCache } from 'lru-cache';
import parseRange from 'range-parser';
import { MinuteLimit } from '../http/request/request';
import {
  type Encoding,
  encodingFor,
  fileSecurityHeaders,
  matchesTag,
  StoredResponse,
  securityHeaders,
  send as sendStored,
  sendText,
} from '../http/response/send';
import { reason } from '../log';
import { IMMUTABLE, IN_DEVELOPMENT } from '../pages/page-parts';
import type { Parts } from '../parts';
import { releaseKey, releaseOf, releasesOf as servedIn } from '../releases/release-set';

const ASSETS = 'assets';
/** Server code is never sent to browsers; the composer reads it from the store. */
const SERVER_ONLY = /^node\//;
const NO_FILE = 'There is no such file in this release.';

/** Headers of files that follow the registry: revalidated on each request. */
const FOLLOWING = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-cache' };

/** Serves files of releases: live, former or never promoted. Each is checked against its manifest. */
export class StaticFiles {
  private readonly bodies: FileBodies;
  private readonly index: ReleaseIndex;

  constructor(private readonly parts: Pick<Parts, 'store' | 'currentSet' | 'log' | 'foreign' | 'visitors'>) {
    this.bodies = new FileBodies(parts.store);
    this.index = new ReleaseIndex(parts);
  }

  /** `/_releases/{app}/{version}/{file}`, `/_releases/{app}/assets/{file}`, or the live release's `mf-manifest.json` */
  async serve(request: IncomingMessage, response: ServerResponse, path: string): Promise<void> {
    const [, , app = '', place = '', ...rest] = path.split('/');
    if (place === FEDERATION_MANIFEST && rest.length === 0) return this.serveLiveManifest(request, response, app);
    const isAsset = place === ASSETS;
    const file = isAsset ? `${ASSETS}/${rest.join('/')}` : rest.join('/');
    const manifest = await (isAsset ? this.index.owner(app, file, request) : this.index.release(app, place, request));
    // A content-addressed file has one address for all releases.
    const here = isAsset || !file.startsWith(`${ASSETS}/`) ? manifest : undefined;
    const headers = { 'cache-control': IMMUTABLE, ...this.foreignHeaders(request) };
    await this.send(request, response, here, file, headers);
  }

  /** Serves a file of a release at an address of the site. @param headers say how long it may be cached */
  async serveFile(
    request: IncomingMessage,
    response: ServerResponse,
    app: string,
    version: string,
    file: string,
    headers: Record<string, string>,
  ): Promise<void> {
    await this.send(request, response, await this.index.release(app, version), file, headers);
  }

  /** @param asker the request, where a visitor names the release */
  manifest(app: string, version: string, asker?: IncomingMessage): Promise<ReleaseManifest | undefined> {
    return this.index.release(app, version, asker);
  }

  /** CORS headers for iframes of isolated remotes, previewed ones included, which have an opaque origin. */
  private foreignHeaders(request: IncomingMessage): Record<string, string> {
    return this.parts.store.trust.hasIsolated()
      ? { 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' }
      : this.parts.foreign.headers(request);
  }

  private async serveLiveManifest(request: IncomingMessage, response: ServerResponse, app: string): Promise<void> {
    const live = releaseOf(this.parts.currentSet(), app)?.manifest;
    const file = live && manifestFileOf(live);
    if (!live || file === undefined) {
      const none = 'No release of this app that other hosts can load is live.';
      return sendText(request, response, 404, none, this.parts.foreign.headers(request));
    }
    const text = (await this.bodies.get(live, file, 'identity')).toString('utf8');
    const body = JSON.stringify(liveManifest(live, file, text));
    const headers = {
      ...FOLLOWING,
      ...fileSecurityHeaders(FOLLOWING['content-type']),
      ...this.parts.foreign.headers(request),
    };
    return sendStored(request, response, new StoredResponse(200, headers, body));
  }

  private async send(
    request: IncomingMessage,
    response: ServerResponse,
    manifest: ReleaseManifest | undefined,
    file: string,
    headers: Record<string, string>,
  ): Promise<void> {
    const promised = SERVER_ONLY.test(file) ? undefined : manifest?.files[file];
    // An inherited property, such as `constructor`, has no integrity.
    if (!manifest || !promised?.integrity) return sendText(request, response, 404, NO_FILE);
    try {
      await this.sendFile(request, response, manifest, file, promised.integrity, headers);
    } catch (error) {
      if (await this.index.isPruned(manifest)) return sendText(request, response, 404, NO_FILE);
      this.tell(manifest, file, error);
      sendText(request, response, 503, 'This file cannot be read just now.');
    }
  }

  private tell({ app, version }: ReleaseManifest, file: string, error: unknown): void {
    this.parts.log('error', 'release file refused', { remote: app, version, file, reason: reason(error) });
  }

  private async sendFile(
    request: IncomingMessage,
    response: ServerResponse,
    manifest: ReleaseManifest,
    file: string,
    integrity: string,
    own: Record<string, string>,
    encoding = encodingFor(request, encodingsOf(manifest, file)),
  ): Promise<void> {
    const ranged = encodingsOf(manifest, file).length === 1;
    const id = integrity.slice('sha384-'.length, 'sha384-'.length + 27);
    const etag = encoding === 'identity' ? `"${id}"` : `"${id}-${encoding}"`;
    const type = contentType(file);
    const kept: Record<string, string> = {
      ...fileSecurityHeaders(type),
      ...own,
      etag,
      ...(ranged
        ? { 'accept-ranges': 'bytes' }
        : { vary: [own['vary'], 'accept-encoding'].filter(Boolean).join(', ') }),
    };
    if (matchesTag(request.headers['if-none-match'], etag)) {
      response.writeHead(304, kept).end();
      return;
    }
    const body = await this.bodies.get(manifest, file, encoding).catch((error: unknown) => {
      if (encoding === 'identity') throw error;
      this.tell(manifest, file, error);
    });
    // When a compressed form is lost or damaged, the plain file is sent.
    if (!body) return this.sendFile(request, response, manifest, file, integrity, own, 'identity');
    const range = ranged ? rangeOf(request, etag, body.length) : undefined;
    if (range === 'unsatisfiable') {
      response.writeHead(416, { ...securityHeaders(), 'content-range': `bytes */${body.length}` }).end();
      return;
    }
    const part = range ? body.subarray(range.start, range.end + 1) : body;
    response.writeHead(range ? 206 : 200, {
      ...kept,
      'content-type': type,
      ...(encoding !== 'identity' && { 'content-encoding': encoding }),
      'content-length': part.length,
      ...(range && { 'content-range': `bytes ${range.start}-${range.end}/${body.length}` }),
    });
    response.end(request.method === 'HEAD' ? undefined : part);
  }
}

/** Returns the requested range; undefined (the whole file) for several ranges, or when `If-Range` does not match. */
function rangeOf({ method, headers }: IncomingMessage, etag: string, length: number) {
  const condition = headers['if-range'];
  if (method !== 'GET' || !headers.range || (condition && condition !== etag)) return undefined;
  const ranges = parseRange(length, headers.range);
  if (ranges === -1) return 'unsatisfiable' as const;
  return ranges === -2 || ranges.type !== 'bytes' || ranges.length !== 1 ? undefined : ranges[0];
}

/** Below `/_releases/{app}/`: the manifest of the live release. */
const FEDERATION_MANIFEST = 'mf-manifest.json';

/** Places of a release's own manifest; an external remote's is in its own folder. */
const PLACES = [FEDERATION_MANIFEST, `external/${FEDERATION_MANIFEST}`];

/** Returns the file name of a release's Module Federation manifest; undefined without one. */
const manifestFileOf = ({ files }: Pick<ReleaseManifest, 'files'>): string | undefined =>
  PLACES.find((file) => file in files);

type Assets = FederationManifest['exposes'][number]['assets'];

const joined = (...parts: string[]): string => parts.filter(Boolean).join('/');

/** Rewrites a path relative to a manifest's folder as one relative to the app's folder. */
const fromApp = (folder: string, file: string): string =>
  file.startsWith('../') ? file.slice('../'.length) : joined(folder, file);

/** Returns a release's Module Federation manifest with paths relative to `/_releases/{app}/`. @throws when invalid */
function liveManifest({ version }: Pick<ReleaseManifest, 'version'>, file: string, text: string): FederationManifest {
  const manifest = federationManifestSchema.parse(JSON.parse(text));
  const { remoteEntry, types, ...metaData } = manifest.metaData;
  const folder = joined(version, file.slice(0, -FEDERATION_MANIFEST.length - 1));
  const moved = (files: string[]) => files.map((one) => fromApp(folder, one));
  const placed = ({ js, css }: Assets): Assets => ({
    js: { sync: moved(js.sync), async: moved(js.async) },
    css: { sync: moved(css.sync), async: moved(css.async) },
  });
  // The library's plugin looks for type files beside the manifest, and ignores their `path`.
  const typesAt = (name: string): string => name && joined(folder, types?.path ?? '', name);
  return {
    ...manifest,
    metaData: {
      ...metaData,
      remoteEntry: { ...remoteEntry, path: joined(folder, remoteEntry.path) },
      ...(types && { types: { ...types, path: '', zip: typesAt(types.zip), api: typesAt(types.api) } }),
    },
    shared: manifest.shared.map((one) => ({ ...one, assets: placed(one.assets) })),
    exposes: manifest.exposes.map((one) => ({ ...one, assets: placed(one.assets) })),
  };
}

const TYPES: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.woff2': 'font/woff2',
  '.woff': 'font/woff',
  '.ttf': 'font/ttf',
  '.gif': 'image/gif',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.ico': 'image/x-icon',
  '.mp4': 'video/mp4',
  '.webm': 'video/webm',
  '.pdf': 'application/pdf',
  '.txt': 'text/plain; charset=utf-8',
  '.ts': 'text/plain; charset=utf-8',
};

/** Returns a file's media type by its extension; unknown ones get a type that browsers save instead of showing. */
export const contentType = (file: string): string => TYPES[extname(file)] ?? 'application/octet-stream';

const COMPRESSED = {
  br: { extension: '.br', decode: promisify(brotliDecompress) },
  gzip: { extension: '.gz', decode: promisify(gunzip) },
};

const CACHE_BYTES = 48 * 1024 * 1024;

function encodingsOf({ files }: ReleaseManifest, file: string): Encoding[] {
  const { brotli, gzip } = files[file] ?? {};
  return [...(brotli ? (['br'] as const) : []), ...(gzip ? (['gzip'] as const) : []), 'identity'];
}

/** Bytes of release files as they are sent. A compressed form is valid when it decompresses to the promised bytes. */
export class FileBodies {
  private readonly bodies = new LRUCache<string, Buffer, () => Promise<Buffer>>({
    maxSize: CACHE_BYTES,
    sizeCalculation: (body) => body.length + 500,
    fetchMethod: (_key, _stale, { context: read }) => read(),
    // An entry evicted while it is read still answers its request.
    ignoreFetchAbort: true,
  });

  constructor(private readonly store: ReleaseStore) {}

  /** @throws ReleaseError when it cannot be read or is not what was published */
  get(manifest: ReleaseManifest, file: string, encoding: Encoding): Promise<Buffer> {
    const key = `${manifest.files[file]?.integrity} ${encoding}`;
    return this.bodies.forceFetch(key, { context: () => this.read(manifest, file, encoding) });
  }

  private async read(manifest: ReleaseManifest, file: string, encoding: Encoding): Promise<Buffer> {
    if (encoding === 'identity') return readReleaseFile(this.store, manifest, file);
    const { extension, decode } = COMPRESSED[encoding];
    const promised = manifest.files[file];
    return readChecked(this.store, releaseFilePath(manifest, file) + extension, async (body) => {
      const unpacked = await decode(body, { maxOutputLength: promised?.bytes ?? 1 }).catch(() => undefined);
      if (unpacked && integrityOf(unpacked) === promised?.integrity) return body;
      throw new ReleaseError(`${manifest.app} ${manifest.version}: ${file}${extension} is not what was published.`);
    });
  }
}

const MANIFESTS_KEPT = 500;
/** Time for which an unknown release is not looked up again; it may be published meanwhile. */
const UNKNOWN_MS = 2_000;
/** Most history steps of an app that are read to find a file that no known release has. */
const LONGEST_WALK = 500;

/** A step of the history, which never changes and is cached. */
interface FormerStep {
  versions: string[];
  before: string | undefined;
}

const isOfTabs = ({ at }: HistoryEntry): boolean => Date.now() - Date.parse(at) < TAB_MS;

/** Finds the release that a file belongs to: by its version, or by its content-addressed name alone. */
class ReleaseIndex {
  private readonly found = new LRUCache<string, ReleaseManifest>({ max: MANIFESTS_KEPT });
  private trusted = '';
  private readonly unknown = new LRUCache<string, true>({ max: 2 * MANIFESTS_KEPT, ttl: UNKNOWN_MS });
  private readonly steps = new LRUCache<string, FormerStep>({ max: 4 * MANIFESTS_KEPT });
  private readonly limit = new MinuteLimit();
  private readonly mayLook = (asker: IncomingMessage | undefined): boolean =>
    asker === undefined || this.limit.allows(this.parts.visitors.networkOf(asker));
  /** Walks through an app's former steps, one at a time. */
  private readonly walks = new Map<string, Promise<void>>();

  constructor(private readonly parts: Pick<Parts, 'store' | 'currentSet' | 'log' | 'visitors'>) {}

  /** Returns a published release, live or not. @param asker the visitor's request; left out, the release is known to exist */
  async release(app: string, version: string, asker?: IncomingMessage) {
    if (!appNameSchema.safeParse(app).success || !versionSchema.safeParse(version).success) return undefined;
    const live = this.parts.currentSet().apps[app]?.manifest;
    if (live?.version === version) return live;
    const key = `${app}/${version}`;
    const known = this.manifests.get(key);
    if (known) return known;
    if (version === IN_DEVELOPMENT || this.unknown.has(key) || !this.mayLook(asker)) return undefined;
    try {
      const { manifest } = await readRelease(this.parts.store, app, version);
      this.manifests.set(key, manifest);
      return manifest;
    } catch (error) {
      this.unknown.set(key, true);
      this.parts.log('warn', 'release not found', { remote: app, version, reason: reason(error) });
      return undefined;
    }
  }

  /** Whether a known release was pruned. A store that lacks its registry or a live release is damaged or unreachable: false. */
  async isPruned({ app, version }: ReleaseManifest): Promise<boolean> {
    const served = servedIn(this.parts.currentSet()).map(({ manifest }) => releaseKey(manifest));
    if (served.includes(releaseKey({ app, version }))) return false;
    const [manifest, registry] = await Promise.all(
      [manifestPath(app, version), REGISTRY_FILE].map((path) => this.parts.store.revision(path)),
    );
    if (manifest !== undefined || registry === undefined) return false;
    this.manifests.delete(`${app}/${version}`);
    return true;
  }

  /** Returns a release with this content-addressed file: a known one, else one that visitors had. */
  async owner(app: string, file: string, asker: IncomingMessage): Promise<ReleaseManifest | undefined> {
    if (!appNameSchema.safeParse(app).success) return undefined;
    const known = this.knownOwner(app, file);
    const key = `${app}/${file}`;
    if (known || this.unknown.has(key)) return known;
    if (!this.parts.currentSet().apps[app] && !this.mayLook(asker)) return undefined;
    const walk = this.walks.get(app) ?? this.readFormer(app).finally(() => this.walks.delete(app));
    this.walks.set(app, walk);
    await walk;
    const found = this.knownOwner(app, file);
    if (!found) this.unknown.set(key, true);
    return found;
  }

  /** Releases found so far; forgotten when the trusted keys change. */
  private get manifests() {
    const trusted = this.parts.store.trust.revision();
    if (trusted !== this.trusted) this.found.clear();
    this.trusted = trusted;
    return this.found;
  }

  private knownOwner(app: string, file: string): ReleaseManifest | undefined {
    const live = this.parts.currentSet().apps[app]?.manifest;
    if (live?.files[file]) return live;
    for (const manifest of this.manifests.values()) if (manifest.app === app && manifest.files[file]) return manifest;
    return undefined;
  }

  /** Reads the releases of the registry, then of each earlier step, as far back as tabs may be open. */
  private async readFormer(app: string): Promise<void> {
    const registry = await readRegistry(this.parts.store).catch(() => undefined);
    if (!registry) return;
    for (const release of Object.values(releasesOf(registry, app)))
      if (release) await this.release(app, release.metadata.version);
    let id = (registry.steps?.[app] as Partial<HistoryEntry> | undefined)?.before;
    for (let steps = 0; id && steps < LONGEST_WALK; steps += 1) {
      const step = await this.step(id);
      for (const version of step?.versions ?? []) await this.release(app, version);
      id = step?.before;
    }
  }

  /** Returns the versions after a step, and the step before it; undefined when no tab is that old. */
  private async step(id: string): Promise<FormerStep | undefined> {
    const known = this.steps.get(id);
    if (known) return known;
    const bytes = await this.parts.store.read(stepFile(id)).catch(() => '');
    const entry = parseAs(historyEntrySchema, bytes);
    if (!entry) return undefined;
    const step = {
      versions: entry.deployments.map(({ metadata }) => metadata.version),
      before: isOfTabs(entry) ? entry.before : undefined,
    };
    this.steps.set(id, step);
    return step;
  }
}
