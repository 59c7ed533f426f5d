import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import * as z from 'zod';
import { enquiryListQuery, newsSchema } from '../../../../wire/office/inbox';
import type { Context } from '../../../context';
import { audit, callerOf, found } from '../../access';
import { enquiriesCsv } from '../enquiries/export';
import { sendFile } from '../files/send-file';
import { readNews } from '../news';
import { NewsFeed } from '../news-feed';

const config = { rights: ['desk'] as const };

/** A comment that keeps proxies from closing a silent stream. */
const KEEP_ALIVE_MS = 20_000;
/** The office asks again after this: a right that was taken away ends here. */
const LONGEST_FOLLOW_MS = 10 * 60_000;
const MOST_FOLLOWERS = 100;

/** Files of visitors, what is new as it comes, and enquiries as CSV. */
export async function streamRoutes(plain: FastifyInstance, context: Context): Promise<void> {
  const app = plain.withTypeProvider<ZodTypeProvider>();
  const { database, files: store } = context;
  const { db } = database;
  const feed = new NewsFeed(() => readNews(db));
  const followers = new Set<() => void>();
  // Streams would keep the server from stopping.
  app.addHook('preClose', async () => {
    for (const leave of followers) leave();
  });

  app.get(
    '/enquiries/:id/files/:file',
    { config, schema: { params: z.object({ id: z.uuid(), file: z.uuid() }) } },
    async (request, reply) => {
      const { id, file } = request.params;
      const sent = found(await sendFile({ db, store, reply }, id, file));
      await audit(db, callerOf(request), { area: 'inbox', action: 'open file', record: id, detail: { file } });
      return sent;
    },
  );

  app.get(
    '/exports/enquiries.csv',
    { config: { ...config, confirmed: true }, schema: { querystring: enquiryListQuery } },
    async (request, reply) => {
      const { page: _page, perPage: _perPage, sort: _sort, order: _order, ...filter } = request.query;
      // What somebody looked for may be a name.
      const { q: _q, ...detail } = filter;
      await audit(db, callerOf(request), { area: 'inbox', action: 'export', detail });
      return reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', 'attachment; filename="enquiries.csv"')
        .send(Readable.from(enquiriesCsv(db, filter)));
    },
  );

  app.get('/news', { config, schema: { response: { 200: newsSchema } } }, () => readNews(db));

  app.get('/news/follow', { config }, async (request, reply) => {
    if (followers.size >= MOST_FOLLOWERS) return reply.code(503).header('retry-after', '30').send();
    reply.hijack();
    const { raw } = reply;
    raw.writeHead(200, { ...reply.getHeaders(), 'content-type': 'text/event-stream' } as Record<string, string>);
    raw.write(`data: ${JSON.stringify(await readNews(db))}\n\n`);
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
  });
}
