import type { IncomingMessage, ServerResponse } from 'node:http';
import { extname } from 'node:path';
import { type ReleaseManifest, versionSchema } from 'contracts/release';
import { appNameSchema } from 'contracts/version';
import { LRUCache } from 'lru-cache';
import { readRelease, readReleaseFile } from 'releases/manifest';
import type { ReleaseStore } from 'releases/store/store';
import { Answer } from '../http/answer';
import { send, sendText } from '../http/send';
import { sendRange } from '../http/send-range';
import { type Log, reason } from '../log';
import type { ReleaseSet } from '../releases/release-set';

const TYPES: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.woff2': 'font/woff2',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.mp4': 'video/mp4',
  '.pdf': 'application/pdf',
  '.txt': 'text/plain; charset=utf-8',
};

const COMPRESSIBLE = new Set(['.js', '.css', '.json', '.svg', '.txt']);
const SERVER_ONLY = /^node\//;
const CACHE_BYTES = 32 * 1024 * 1024;
const UNKNOWN_RELEASE_MS = 2_000;

const HEADERS = {
  'cache-control': 'public, max-age=31536000, immutable',
  // A drawing opened by itself runs nothing.
  'content-security-policy': "default-src 'none'; style-src 'self' 'unsafe-inline'; sandbox",
  'cross-origin-resource-policy': 'same-origin',
};

/** Serves the files of every release in the store, old ones included, each checked against its manifest. */
export class StaticFiles {
  private readonly answers = new LRUCache<string, Answer>({
    maxSize: CACHE_BYTES,
    sizeCalculation: ({ body }) => Math.ceil(body.length * 1.5) + 500,
  });
  private readonly manifests = new LRUCache<string, ReleaseManifest>({ max: 200 });
  private readonly unknown = new LRUCache<string, true>({ max: 1_000, ttl: UNKNOWN_RELEASE_MS });

  constructor(
    private readonly store: ReleaseStore,
    private readonly currentSet: () => ReleaseSet,
    private readonly log: Log,
  ) {}

  /** `/_releases/{app}/{version}/{file}` */
  async serve(request: IncomingMessage, response: ServerResponse, path: string): Promise<void> {
    const [, , app = '', version = '', ...rest] = path.split('/');
    await this.serveFile(request, response, app, version, rest.join('/'));
  }

  async serveFile(
    request: IncomingMessage,
    response: ServerResponse,
    app: string,
    version: string,
    file: string,
    headers?: Record<string, string>,
  ): Promise<void> {
    const answer = await this.find(app, version, file, headers);
    if (!answer) return sendText(request, response, 404, 'There is no such file in this release.');
    if (request.headers.range && file.endsWith('.mp4')) return sendRange(request, response, answer);
    const compressible = COMPRESSIBLE.has(extname(file));
    if (!compressible) request.headers['accept-encoding'] = 'identity';
    await send(request, response, answer);
  }

  async manifest(app: string, version: string): Promise<ReleaseManifest | undefined> {
    if (!appNameSchema.safeParse(app).success || !versionSchema.safeParse(version).success) return undefined;
    const live = this.currentSet().apps[app]?.manifest;
    if (live?.version === version) return live;
    const key = `${app}/${version}`;
    const known = this.manifests.get(key);
    if (known) return known;
    if (this.unknown.has(key)) return undefined;
    try {
      const { manifest } = await readRelease(this.store, app, version);
      this.manifests.set(key, manifest);
      return manifest;
    } catch (error) {
      this.unknown.set(key, true);
      this.log('warn', 'release not found', { remote: app, version, reason: reason(error) });
      return undefined;
    }
  }

  private async find(app: string, version: string, file: string, headers = {}): Promise<Answer | undefined> {
    const key = `${app}/${version}/${file}`;
    const known = this.answers.get(key);
    if (known) return known;
    if (SERVER_ONLY.test(file)) return undefined;
    const manifest = await this.manifest(app, version);
    if (!manifest?.files[file]) return undefined;
    try {
      const bytes = await readReleaseFile(this.store, manifest, file);
      const type = TYPES[extname(file)] ?? 'application/octet-stream';
      const answer = new Answer(200, { ...HEADERS, ...headers, 'content-type': type }, bytes, 11);
      this.answers.set(key, answer);
      return answer;
    } catch (error) {
      this.log('error', 'release file refused', { file: key, reason: reason(error) });
      return undefined;
    }
  }
}
