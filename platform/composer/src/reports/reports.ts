import type { IncomingMessage, ServerResponse } from 'node:http';
import { reportsSchema, type VisitReport } from '@wholepage/contracts/report';
import { LRUCache } from 'lru-cache';
import type { z } from 'zod';
import type { Visitors } from '../canary/visitors';
import type { Goals } from '../experiments/goals';
import { sendText } from '../http/response/send';

export const REPORTS_PATH = '/_reports';

const MOST_BYTES = 8_192;
const MINUTE_MS = 60_000;
/** A visitor reports once per page left, and once per failure. */
const MOST_PER_NETWORK = 60;
const MOST_IN_ALL = 30_000;
const NETWORKS_KEPT = 50_000;

interface ReportsOptions {
  visitors: Pick<Visitors, 'networkOf' | 'endViews'>;
  /** Called with valid reports and the id of the page view that they are of. */
  onReports(request: IncomingMessage, view: string | undefined, reports: readonly VisitReport[]): void;
  /** Counts events for experiments. */
  goals?: Pick<Goals, 'report'>;
}

/** @returns undefined when it is longer than allowed. @throws when the browser breaks off */
const bodyOf = (request: IncomingMessage): Promise<string | undefined> =>
  new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    request.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > MOST_BYTES) resolve(undefined);
      else chunks.push(chunk);
    });
    request.once('end', () => resolve(Buffer.concat(chunks).toString('utf8')));
    request.once('error', reject);
    request.once('close', () => reject(new Error('The browser broke off.')));
  });

const parse = (text: string): z.output<typeof reportsSchema> | undefined => {
  try {
    return reportsSchema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
};

/** Counts what each network sends within a minute; forgets the rest. */
class MinuteLimit {
  private readonly counts = new LRUCache<string, { count: number }>({ max: NETWORKS_KEPT, ttl: MINUTE_MS });

  allows(key: string, most: number): boolean {
    const known = this.counts.get(key) ?? { count: 0 };
    known.count += 1;
    if (known.count === 1) this.counts.set(key, known);
    return known.count <= most;
  }
}

/**
 * Takes what browsers say of their visit: which app of which version failed and by what error, and how long it took. Nothing
 * else is taken: no addresses of pages, and of texts an error's alone. Only those with a proof of a page view are judged.
 */
export function createReports({ visitors, onReports, goals }: ReportsOptions) {
  const limit = new MinuteLimit();
  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const refuse = (status: number, text: string, headers: Record<string, string> = {}) => {
      request.resume();
      sendText(request, response, status, text, { connection: 'close', ...headers });
    };
    if (request.method !== 'POST') return refuse(405, 'Reports are posted.', { allow: 'POST' });
    const site = request.headers['sec-fetch-site'];
    if (site !== undefined && site !== 'same-origin') return refuse(403, 'Reports come from pages of this site.');
    if (!limit.allows(visitors.networkOf(request), MOST_PER_NETWORK) || !limit.allows('all', MOST_IN_ALL)) {
      return refuse(429, 'That is enough for now.', { 'retry-after': '60' });
    }
    if (Number(request.headers['content-length'] ?? 0) > MOST_BYTES) return refuse(413, 'A report is shorter.');
    const body = await bodyOf(request);
    if (body === undefined) return refuse(413, 'A report is shorter.');
    const sound = parse(body);
    if (!sound) return refuse(400, 'That is not a report.');
    if ('goal' in sound) goals?.report(request, sound.goal);
    else onReports(request, sound.view, sound.reports);
    visitors.endViews(request, response);
    response.writeHead(204, { 'cache-control': 'no-store' }).end();
  };
}
