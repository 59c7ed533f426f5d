import { readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { FRAME_SCRIPT_PATH, FRAMED_PATH } from '@wholepage/contracts/framed';
import type { Trace } from '@wholepage/telemetry/trace';
import { send, sendText } from '../http/response/send';
import { StoredResponse } from '../http/response/stored-response';
import type { ReleaseSet } from '../releases/release-set';

const ENTRY = '_entry.js';
const OF_PAGE = /^([a-z][a-z0-9-]*)(\/.*)$/;

interface FramedRoutesOptions {
  /** Folder of the two scripts, which `build-server.ts` of the tooling bundles. */
  scriptsFolder: string;
  makeFrame(set: ReleaseSet, app: string, url: URL, trace: Trace): Promise<StoredResponse | undefined>;
}

/** Answers `/_framed/{app}{address}`: pages of remotes that are not trusted, and the scripts on both sides of the frame. */
export class FramedRoutes {
  private readonly scripts = new Map<string, Promise<StoredResponse>>();

  constructor(private readonly options: FramedRoutesOptions) {}

  /** @returns undefined when the path is not a frame's */
  answer(
    request: IncomingMessage,
    response: ServerResponse,
    url: URL,
    set: ReleaseSet,
    trace: () => Trace,
  ): Promise<void> | undefined {
    if (!url.pathname.startsWith(FRAMED_PATH)) return undefined;
    return this.send(request, response, url, set, trace);
  }

  private async send(
    request: IncomingMessage,
    response: ServerResponse,
    url: URL,
    set: ReleaseSet,
    trace: () => Trace,
  ): Promise<void> {
    if (url.pathname === FRAME_SCRIPT_PATH) return send(request, response, await this.script('frame'));
    const [, app = '', path = ''] = OF_PAGE.exec(url.pathname.slice(FRAMED_PATH.length)) ?? [];
    if (path === `/${ENTRY}` && set.apps[app]?.isFramed) return send(request, response, await this.script('entry'));
    const page = path && (await this.options.makeFrame(set, app, new URL(path + url.search, url), trace()));
    // A page asks so which of its visits the frame follows. An answer of 404 would be an error on its console.
    if (request.method === 'HEAD') return sendText(request, response, page ? 200 : 204, '');
    if (!page) return sendText(request, response, 404, 'There is no such page in a frame.');
    return send(request, response, page);
  }

  private script(name: 'frame' | 'entry'): Promise<StoredResponse> {
    const known = this.scripts.get(name);
    if (known) return known;
    const reading = readFile(`${this.options.scriptsFolder}/${name}.js`).then(
      (body) =>
        new StoredResponse(
          200,
          {
            'content-type': 'text/javascript; charset=utf-8',
            'cache-control': 'no-cache',
            'cross-origin-resource-policy': 'cross-origin',
          },
          body,
        ),
    );
    this.scripts.set(name, reading);
    reading.catch(() => this.scripts.delete(name));
    return reading;
  }
}
