import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Trace } from '@wholepage/telemetry/trace';
import { sendText } from '../http/response/send';
import type { ReleaseSet } from '../releases/release-set';
import { BackEndProxy, type BackEndProxyOptions } from './back-end-proxy';
import { Passages } from './passages';

const FOREIGN = 'This form was sent by a page of another site: open the page here and send it again.';
const ABSENT = 'This form cannot be taken just now. Go back and try again in a moment.';

interface BackEndRoutesOptions extends BackEndProxyOptions {
  siteOrigin: string;
  /** The releases that this visitor sees. */
  setOf(request: IncomingMessage, response: ServerResponse): ReleaseSet | Promise<ReleaseSet>;
}

/** Answers what a remote's own back end answers: its API, and forms without scripts. */
export class BackEndRoutes {
  private readonly passages: Passages;
  private readonly proxy: BackEndProxy;

  constructor(private readonly options: BackEndRoutesOptions) {
    this.passages = new Passages(options.backEnds, options.siteOrigin);
    this.proxy = new BackEndProxy(options);
  }

  /** @returns false, and answers nothing, when it is not a call of a remote's API */
  call(request: IncomingMessage, response: ServerResponse, url: URL, trace: () => Trace): boolean {
    const { passages, proxy } = this;
    const found = passages.ofCall(request, url);
    if (!found) return false;
    if (found === 'private') sendText(request, response, 404, 'There is nothing here.');
    else void this.setOf(request, response).then((set) => proxy.forward(request, response, found(set), trace()));
    return true;
  }

  /** @returns false, and answers nothing, when no release declares this action */
  async action(request: IncomingMessage, response: ServerResponse, url: URL, trace: () => Trace): Promise<boolean> {
    const { passages, proxy } = this;
    const found = passages.ofAction(request, url, await this.setOf(request, response));
    if (!found) return false;
    if (typeof found === 'object') await proxy.forward(request, response, found, trace());
    else {
      request.resume();
      if (found === 'foreign') sendText(request, response, 403, FOREIGN);
      else sendText(request, response, 503, ABSENT, { 'retry-after': '5' });
    }
    return true;
  }

  private async setOf(request: IncomingMessage, response: ServerResponse): Promise<ReleaseSet> {
    return this.options.setOf(request, response);
  }
}
