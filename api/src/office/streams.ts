import { Readable } from 'node:stream';
import { and, eq, sql } from 'drizzle-orm';
import type { FastifyReply } from 'fastify';
import type { Context } from '../context';
import type { Db } from '../db/database';
import { files } from '../db/tables/schema';
import { conditions, enquiriesCsv, readEnquiries } from '../enquiries/read';
import { type FileStore, UPLOADS } from '../files/file-store';
import { audit, found, type Handlers } from './access';

/** A comment that keeps proxies from closing a silent stream. */
const KEEP_ALIVE_MS = 20_000;
/** The office asks again after this: a right that was taken away ends here. */
const LONGEST_FOLLOW_MS = 10 * 60_000;
const MOST_FOLLOWERS = 100;

/** Files of visitors, what is new as it comes, and enquiries as CSV. @returns with what ends the streams that are open */
export function streamCalls({ db, files: store }: Context) {
  const feed = new NewsFeed(() => readNews(db));
  const followers = new Set<() => void>();
  const calls = {
    'GET /enquiries/:id/files/:file': async ({ caller, params: { id, file }, reply }) => {
      const sent = found(await sendFile({ db, store, reply }, id, file));
      await audit(db, caller, { area: 'inbox', action: 'open file', record: id, detail: { file } });
      return sent;
    },
    'GET /exports/enquiries.csv': async ({ caller, query, reply }) => {
      const { page: _page, perPage: _perPage, sort: _sort, order: _order, ...filter } = query;
      // What somebody looked for may be a name.
      const { q: _q, ...detail } = filter;
      await audit(db, caller, { area: 'inbox', action: 'export', detail });
      return reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', 'attachment; filename="enquiries.csv"')
        .send(Readable.from(enquiriesCsv(readEnquiries(db, conditions(filter)))));
    },
    'GET /news': () => readNews(db),
    'GET /news/follow': async ({ request, reply }) => {
      if (followers.size >= MOST_FOLLOWERS) return reply.code(503).header('retry-after', '30').send();
      const news = await readNews(db);
      const { raw } = reply.hijack();
      raw.writeHead(200, { ...reply.getHeaders(), 'content-type': 'text/event-stream' } as Record<string, string>);
      raw.write(`data: ${JSON.stringify(news)}\n\n`);
      const leave = (): void => {
        stop();
        clearInterval(beat);
        clearTimeout(end);
        followers.delete(leave);
        raw.end();
      };
      const stop = feed.follow((news) => raw.write(`data: ${JSON.stringify(news)}\n\n`));
      const beat = setInterval(() => raw.write(':\n\n'), KEEP_ALIVE_MS);
      const end = setTimeout(() => {
        // A screen that stays open misses nothing: it is back within half a second.
        raw.write('retry: 500\n\n');
        leave();
      }, LONGEST_FOLLOW_MS);
      followers.add(leave);
      request.raw.once('close', leave);
      return reply;
    },
  } satisfies Partial<Handlers>;
  const close = () => {
    for (const leave of followers) leave();
  };
  return { calls, close };
}

/** What a browser may do with a visitor's file: show it, by itself. */
const POLICY = "default-src 'none'; sandbox";

/** Letters that every header can carry, and the whole name for who reads RFC 8187. */
const disposition = (kind: string, name: string): string =>
  `${kind}; filename="${name.replaceAll(/[^\w.-]+/g, '_')}"; filename*=UTF-8''${encodeURIComponent(name).replaceAll(/['()*]/g, (letter) => `%${letter.charCodeAt(0).toString(16)}`)}`;

/**
 * Sends a file of an enquiry. Pictures were re-encoded when they came, and are shown; a PDF came as it is, and is only
 * saved.
 * @returns undefined when there is none
 */
async function sendFile(
  { db, store, reply }: { db: Db; store: FileStore; reply: FastifyReply },
  enquiryId: string,
  fileId: string,
) {
  const [file] = await db
    .select()
    .from(files)
    .where(and(eq(files.id, fileId), eq(files.enquiryId, enquiryId)));
  const found = file && (await store.read(`${UPLOADS}/${file.storedName}`));
  if (!found) return undefined;
  const kind = file.mediaType.startsWith('image/') ? 'inline' : 'attachment';
  return reply
    .type(file.mediaType)
    .headers({
      'content-length': found.bytes,
      'content-disposition': disposition(kind, file.originalName),
      'content-security-policy': POLICY,
    })
    .send(found.stream);
}

const dateOf = (moment: string | Date | null | undefined): Date | null => (moment ? new Date(moment) : null);

/** What pages that follow the inbox and the enrolments have to know. Costs a look into three indexes, and the unread ones. */
async function readNews(db: Db) {
  const { rows } = await db.execute<{ enquiry: string; unread: number; enrolment: string; order: string }>(sql`
    select (select max(created_at) from enquiries) as enquiry,
           (select count(*)::int from enquiries where read_at is null and status = 'new') as unread,
           (select max(created_at) from enrolments) as enrolment,
           (select max(updated_at) from orders) as "order"`);
  const [row] = rows;
  return {
    enquiry: dateOf(row?.enquiry),
    unread: row?.unread ?? 0,
    enrolment: dateOf(row?.enrolment),
    order: dateOf(row?.order),
  };
}

type News = Awaited<ReturnType<typeof readNews>>;
type Listener = (news: News) => void;

/** So often the database is asked while somebody follows. */
const ASK_EVERY_MS = 1000;

/** Tells all who follow what is new. However many they are, the database is asked once. */
class NewsFeed {
  private readonly listeners = new Set<Listener>();
  private timer: ReturnType<typeof setInterval> | undefined;
  private last = '';
  private asking = false;

  constructor(private readonly read: () => Promise<News>) {}

  /** @returns what ends it */
  follow(listener: Listener): () => void {
    this.listeners.add(listener);
    this.timer ??= setInterval(() => void this.ask(), ASK_EVERY_MS);
    return () => {
      this.listeners.delete(listener);
      if (this.listeners.size > 0) return;
      clearInterval(this.timer);
      this.timer = undefined;
      this.last = '';
    };
  }

  private async ask(): Promise<void> {
    if (this.asking) return;
    this.asking = true;
    try {
      const news = await this.read();
      const text = JSON.stringify(news);
      if (text === this.last) return;
      this.last = text;
      for (const listener of this.listeners) listener(news);
    } catch {
      // The database is away; the next time may be better.
    } finally {
      this.asking = false;
    }
  }
}
