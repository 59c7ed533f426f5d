import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { and, eq, sql } from 'drizzle-orm';
import type { News } from '../../wire/office/inbox';
import type { Context } from '../context';
import type { Db } from '../db/database';
import { files } from '../db/tables/schema';
import { conditions, enquiriesCsv, readEnquiries } from '../enquiries/read';
import { UPLOADS } from '../files/file-store';
import { asFile, audit, found, type Handlers } from './access';

/** Interval of comments that keep proxies from closing a silent stream. */
const KEEP_ALIVE_MS = 20_000;
/** Longest stream; the office reconnects after it, so that a withdrawn right takes effect. */
const LONGEST_FOLLOW_MS = 10 * 60_000;
const MOST_FOLLOWERS = 100;
/** Interval of one query for all followers. */
const ASK_EVERY_MS = 1000;

/** Calls for visitors' files, live updates, and enquiries as CSV. @returns the calls, and a function that ends open streams */
export function streamCalls({ db, files: store }: Context) {
  const followers = new Map<ServerResponse, () => void>();
  let timer: ReturnType<typeof setInterval> | undefined;
  let last = '';
  let asking = false;

  const ask = async (): Promise<void> => {
    if (asking) return;
    asking = true;
    try {
      const text = JSON.stringify(await readNews(db));
      if (text !== last) for (const follower of followers.keys()) follower.write(`data: ${text}\n\n`);
      last = text;
    } catch {
      // The database is unavailable; the next round retries.
    } finally {
      asking = false;
    }
  };

  const calls = {
    /** Pictures, which were re-encoded on upload, are shown; a PDF, which was not, is only downloaded. */
    'GET /enquiries/:id/files/:file': async ({ caller, params: { id, file }, reply }) => {
      const isOne = and(eq(files.id, file), eq(files.enquiryId, id));
      const { storedName, mediaType, originalName } = found((await db.select().from(files).where(isOne))[0]);
      await audit(db, caller, { area: 'inbox', action: 'open file', record: id, detail: { file } });
      const { bytes, stream } = found(await store.read(`${UPLOADS}/${storedName}`));
      const kind = mediaType.startsWith('image/') ? 'inline' : 'attachment';
      reply.type(mediaType).headers({
        'content-length': bytes,
        'content-disposition': disposition(kind, originalName),
        'content-security-policy': POLICY,
      });
      return reply.send(stream);
    },
    'GET /exports/enquiries.csv': async ({ caller, query, reply }) => {
      const { page: _page, perPage: _perPage, sort: _sort, order: _order, ...filter } = query;
      // The query may be a name, and is not recorded.
      const { q: _q, ...detail } = filter;
      await audit(db, caller, { area: 'inbox', action: 'export', detail });
      const lines = enquiriesCsv(db, readEnquiries(db, conditions(filter)));
      return asFile(reply, 'enquiries.csv', 'text/csv').send(Readable.from(lines));
    },
    'GET /news/follow': async ({ request, reply }) => {
      if (followers.size >= MOST_FOLLOWERS) return reply.code(503).header('retry-after', '30').send();
      const news = await readNews(db);
      const { raw } = reply.hijack();
      raw.writeHead(200, { ...reply.getHeaders(), 'content-type': 'text/event-stream' } as Record<string, string>);
      raw.write(`data: ${JSON.stringify(news)}\n\n`);
      const leave = (): void => {
        clearInterval(beat);
        clearTimeout(end);
        followers.delete(raw);
        raw.end();
        if (followers.size > 0) return;
        clearInterval(timer);
        timer = undefined;
        last = '';
      };
      const beat = setInterval(() => raw.write(':\n\n'), KEEP_ALIVE_MS);
      const end = setTimeout(() => {
        // An open screen reconnects within half a second.
        raw.write('retry: 500\n\n');
        leave();
      }, LONGEST_FOLLOW_MS);
      followers.set(raw, leave);
      timer ??= setInterval(ask, ASK_EVERY_MS);
      request.raw.once('close', leave);
      return reply;
    },
  } satisfies Partial<Handlers>;
  const close = () => {
    for (const leave of followers.values()) leave();
  };
  return { calls, close };
}

/** Policy of a visitor's file: shown by itself, without scripts. */
const POLICY = "default-src 'none'; sandbox";

/** Returns a Content-Disposition with an ASCII name, and the full one by RFC 8187. */
const disposition = (kind: string, name: string): string =>
  `${kind}; filename="${name.replaceAll(/[^\w.-]+/g, '_')}"; filename*=UTF-8''${encodeURIComponent(name).replaceAll(/['()*]/g, (letter) => `%${letter.charCodeAt(0).toString(16)}`)}`;

/**
 * Reads the newest times and the unread count for followers, from three indexes. A time is that of a transaction's
 * start: one that began earlier and commits later changes only the sum of the last minute's.
 */
async function readNews(db: Db): Promise<News> {
  const { rows } = await db.execute<Record<string, unknown> & News>(sql`
    select (select count(*)::int from enquiries where read_at is null and status = 'new') as unread,
           concat((select max(created_at) from enquiries)) as enquiry,
           concat_ws(' ', (select max(created_at) from enrolments), (select max(updated_at) from orders),
             (select sum(extract(epoch from moment)) from (
               select created_at as moment from enrolments union all select updated_at from orders
             ) known where moment > now() - interval '1 minute')) as enrolment`);
  return found(rows[0]);
}
