import { Agent, request } from 'node:http';
import { Agent as TlsAgent, request as tlsRequest } from 'node:https';

const TIMEOUT_MS = 30_000;

/** A request that a visitor would have noticed. */
export interface Failure {
  path: string;
  what: string;
  /** By the clock of the machine, in ms. */
  at: number;
}

interface Answer {
  status: number;
  body: string;
}

const KEPT = { keepAlive: true, maxSockets: 200 };
const ways = {
  'http:': { agent: new Agent(KEPT), request },
  'https:': { agent: new TlsAgent(KEPT), request: tlsRequest },
};

const ask = (url: URL): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const way = ways[url.protocol === 'https:' ? 'https:' : 'http:'];
    const asked = way.request(url, { agent: way.agent, timeout: TIMEOUT_MS }, (response) => {
      let body = '';
      response.setEncoding('utf8').on('data', (text) => {
        body += text;
      });
      response.on('end', () => resolve({ status: response.statusCode ?? 0, body }));
      response.on('error', reject);
    });
    asked.on('timeout', () => asked.destroy(new Error(`no answer in ${TIMEOUT_MS / 1000} s`)));
    asked.on('error', (error) => {
      // As browsers do (RFC 9112, section 9.3.1): a kept connection may end before it has heard of the request.
      if (asked.reusedSocket && (error as NodeJS.ErrnoException).code === 'ECONNRESET') resolve(ask(url));
      else reject(error);
    });
    asked.end();
  });

/** What is wrong with a page; undefined for one that is whole. */
const faultOf = ({ status, body }: Answer): string | undefined => {
  if (status !== 200) return `status ${status}`;
  if (!body.trimEnd().endsWith('</html>')) return 'cut off';
  return body.includes('"rendered":true') ? undefined : 'without its content';
};

/** Visitors who come at a steady pace, however long the answers take, and read every page of the site in turn. */
export class Visitors {
  asked = 0;
  slowestMs = 0;
  readonly failures: Failure[] = [];
  private timer: ReturnType<typeof setInterval> | undefined;
  private readonly underWay = new Set<Promise<void>>();

  constructor(
    private readonly origin: string,
    private readonly paths: readonly string[],
    private readonly perSecond: number,
  ) {}

  start(): void {
    const began = performance.now();
    this.timer = setInterval(() => {
      const due = ((performance.now() - began) / 1000) * this.perSecond;
      while (this.asked < due) this.visit();
    }, 5);
  }

  async stop(): Promise<void> {
    clearInterval(this.timer);
    await Promise.all(this.underWay);
  }

  private visit(): void {
    const path = this.paths[this.asked % this.paths.length] ?? '/';
    this.asked += 1;
    const began = performance.now();
    const visit = ask(new URL(path, this.origin))
      .then(faultOf, (error: Error) => error.message)
      .then((what) => {
        this.slowestMs = Math.max(this.slowestMs, performance.now() - began);
        if (what) this.failures.push({ path, what, at: Date.now() });
        this.underWay.delete(visit);
      });
    this.underWay.add(visit);
  }
}

/** Every page that the sitemap names. */
export async function sitePaths(origin: string): Promise<string[]> {
  const sitemap = await (await fetch(`${origin}/sitemap.xml`)).text();
  return [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address = '']) => new URL(address).pathname);
}
