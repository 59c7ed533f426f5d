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

/** A comment that keeps proxies from closing a silent stream. */
const KEEP_ALIVE_MS = 20_000;
/** The office asks again after this: a right that was taken away ends here. */
const LONGEST_FOLLOW_MS = 10 * 60_000;
const MOST_FOLLOWERS = 100;
/** So often the database is asked while somebody follows, however many they are. */
const ASK_EVERY_MS = 1000;

/** Files of visitors, what is new as it comes, and enquiries as CSV. @returns with what ends the streams that are open */
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
      // The database is away; the next time may be better.
    } finally {
      asking = false;
    }
  };

  const calls = {
    /** Pictures were re-encoded when they came, and are shown; a PDF came as it is, and is only saved. */
    'GET /enquiries/:id/files/:file': async ({ caller, params: { id, file }, reply }) => {
      const isOne = and(eq(files.id, file), eq(files.enquiryId, id));
      const { storedName, mediaType, originalName } = found((await db.select().from(files).where(isOne))[0]);
      const { bytes, stream } = found(await store.read(`${UPLOADS}/${storedName}`));
      const kind = mediaType.startsWith('image/') ? 'inline' : 'attachment';
      reply.type(mediaType).headers({
        'content-length': bytes,
        'content-disposition': disposition(kind, originalName),
        'content-security-policy': POLICY,
      });
      reply.send(stream);
      await audit(db, caller, { area: 'inbox', action: 'open file', record: id, detail: { file } });
      return reply;
    },
    'GET /exports/enquiries.csv': async ({ caller, query, reply }) => {
      const { page: _page, perPage: _perPage, sort: _sort, order: _order, ...filter } = query;
      // What somebody looked for may be a name.
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
        // A screen that stays open misses nothing: it is back within half a second.
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

/** What a browser may do with a visitor's file: show it, by itself. */
const POLICY = "default-src 'none'; sandbox";

/** Letters that every header can carry, and the whole name for who reads RFC 8187. */
const disposition = (kind: string, name: string): string =>
  `${kind}; filename="${name.replaceAll(/[^\w.-]+/g, '_')}"; filename*=UTF-8''${encodeURIComponent(name).replaceAll(/['()*]/g, (letter) => `%${letter.charCodeAt(0).toString(16)}`)}`;

const isoOf = (moment: string | null | undefined): string | null => (moment ? new Date(moment).toISOString() : null);

/** What pages that follow the inbox and the enrolments have to know. Costs a look into three indexes, and the unread ones. */
async function readNews(db: Db): Promise<News> {
  const { rows } = await db.execute<{ enquiry: string; unread: number; enrolment: string; order: string }>(sql`
    select (select max(created_at) from enquiries) as enquiry,
           (select count(*)::int from enquiries where read_at is null and status = 'new') as unread,
           (select max(created_at) from enrolments) as enrolment,
           (select max(updated_at) from orders) as "order"`);
  const [row] = rows;
  return {
    enquiry: isoOf(row?.enquiry),
    unread: row?.unread ?? 0,
    enrolment: isoOf(row?.enrolment),
    order: isoOf(row?.order),
  };
}
