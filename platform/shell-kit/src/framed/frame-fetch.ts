import type { FrameFetched } from '@wholepage/contracts/framed';
import type { PagePort } from './page-port';

const textOf = async (request: Request): Promise<string | null> =>
  request.method === 'GET' || request.method === 'HEAD' ? null : request.text();

/** Lets `fetch` in a frame go through the page, which passes on what reads from or posts to the remote's own back end. */
export function fetchThroughPage(port: PagePort, site: string): void {
  const own = window.fetch.bind(window);
  window.fetch = async (input, init) => {
    const request = new Request(input instanceof Request ? input : new URL(String(input), site), init);
    const url = new URL(request.url);
    if (url.origin !== site) return own(request);
    const { method, signal } = request;
    const headers = Object.fromEntries(request.headers);
    const asked = port.ask({
      kind: 'fetch',
      path: url.pathname + url.search,
      method,
      headers,
      body: await textOf(request),
    });
    const given = new Promise<never>((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason));
    });
    const { status, headers: answered, body } = (await Promise.race([asked, given])) as FrameFetched;
    return new Response(status === 204 || status === 304 ? null : body, { status, headers: answered });
  };
}
