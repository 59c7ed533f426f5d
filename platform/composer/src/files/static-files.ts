import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ReleaseManifest } from '@wholepage/contracts/release';
import type { ReleaseStore } from '@wholepage/releases/store/store';
import type { ForeignOrigins } from '../http/proxy/foreign-origins';
import { fileSecurityHeaders } from '../http/response/security-headers';
import { send as sendStored, sendText } from '../http/response/send';
import { StoredResponse } from '../http/response/stored-response';
import { type Log, reason } from '../log';
import type { ReleaseSet } from '../releases/release-set';
import { contentType } from './content-types';
import { encodingsOf, FileBodies } from './file-bodies';
import { FEDERATION_MANIFEST, liveManifest, manifestFileOf } from './live-manifest';
import { ReleaseIndex } from './release-index';
import { sendFile } from './send-file';

const ASSETS = 'assets';
/** Code of the server is nobody's business, and the composer asks for it by itself. */
const SERVER_ONLY = /^node\//;

/** What follows the registry is asked for each time. */
const FOLLOWING = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-cache' };

const IMMUTABLE = { 'cache-control': 'public, max-age=31536000, immutable' };

/** Answers requests for files of releases, whether live, former or never promoted, each checked against its manifest. */
export class StaticFiles {
  private readonly bodies: FileBodies;
  private readonly index: ReleaseIndex;

  constructor(
    store: ReleaseStore,
    private readonly currentSet: () => ReleaseSet,
    private readonly log: Log,
    private readonly foreign: ForeignOrigins,
  ) {
    this.bodies = new FileBodies(store);
    this.index = new ReleaseIndex(store, currentSet, log);
  }

  /** `/_releases/{app}/{version}/{file}`, `/_releases/{app}/assets/{file}`, or the live release's `mf-manifest.json` */
  async serve(request: IncomingMessage, response: ServerResponse, path: string): Promise<void> {
    const [, , app = '', place = '', ...rest] = path.split('/');
    if (place === FEDERATION_MANIFEST && rest.length === 0) return this.serveLiveManifest(request, response, app);
    const isAsset = place === ASSETS;
    const file = isAsset ? `${ASSETS}/${rest.join('/')}` : rest.join('/');
    const manifest = isAsset ? await this.index.owner(app, file) : await this.index.release(app, place);
    // A content-addressed file has one address, whichever release asks for it.
    const here = isAsset || !file.startsWith(`${ASSETS}/`) ? manifest : undefined;
    await this.send(request, response, here, file, { ...IMMUTABLE, ...this.foreignHeaders(request) });
  }

  /** A file of one release under an address of the site's own: the headers say how long it is that file. */
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

  manifest(app: string, version: string): Promise<ReleaseManifest | undefined> {
    return this.index.release(app, version);
  }

  /** Frames of remotes that are not trusted have an opaque origin: they read release files as strangers do. */
  private foreignHeaders(request: IncomingMessage): Record<string, string> {
    const hasFrames = Object.values(this.currentSet().apps).some(({ isFramed }) => isFramed);
    return hasFrames
      ? { 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' }
      : this.foreign.headers(request);
  }

  private async serveLiveManifest(request: IncomingMessage, response: ServerResponse, app: string): Promise<void> {
    const live = Object.hasOwn(this.currentSet().apps, app) ? this.currentSet().apps[app]?.manifest : undefined;
    const file = live && manifestFileOf(live);
    if (!live || file === undefined) {
      return sendText(request, response, 404, 'No release of this app that other hosts can load is live.');
    }
    const text = (await this.bodies.get(live, file, 'identity')).toString('utf8');
    const body = Buffer.from(JSON.stringify(liveManifest(live, file, text)));
    const headers = {
      ...FOLLOWING,
      ...fileSecurityHeaders(FOLLOWING['content-type']),
      ...this.foreign.headers(request),
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
    if (!manifest || !promised) return sendText(request, response, 404, 'There is no such file in this release.');
    const type = contentType(file);
    try {
      await sendFile(request, response, {
        id: promised.integrity.slice('sha384-'.length, 'sha384-'.length + 27),
        headers: { ...fileSecurityHeaders(type), ...headers, 'content-type': type },
        encodings: encodingsOf(manifest, file),
        body: (encoding) => this.bodies.get(manifest, file, encoding),
      });
    } catch (error) {
      const { app, version } = manifest;
      this.log('error', 'release file refused', { remote: app, version, file, reason: reason(error) });
      sendText(request, response, 404, 'There is no such file in this release.');
    }
  }
}
