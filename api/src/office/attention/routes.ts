import { desc } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { attentionListSchema, backupListSchema } from '../../../wire/office/attention';
import type { Context } from '../../context';
import { backups } from '../../db/tables/backups-schema';
import { alarms } from '../../db/tables/schema';

const MOST = 100;

/** The alarms that last, in the sentences in which they were sent, and the last back-up. */
export async function attentionRoutes(plain: FastifyInstance, { database: { db } }: Context): Promise<void> {
  const app = plain.withTypeProvider<ZodTypeProvider>();
  app.get(
    '/attention',
    { config: { rights: ['desk'] }, schema: { response: { 200: attentionListSchema } } },
    async () => {
      const rows = await db.select().from(alarms).orderBy(desc(alarms.raisedAt)).limit(MOST);
      const data = rows.map(({ name, text, raisedAt }) => ({ name, text, raised_at: raisedAt.toISOString() }));
      return { data, total: data.length };
    },
  );
  app.get('/backups', { config: { rights: ['desk'] }, schema: { response: { 200: backupListSchema } } }, async () => {
    const rows = await db.select().from(backups).orderBy(desc(backups.createdAt)).limit(1);
    return { data: rows.map(({ createdAt }) => ({ made_at: createdAt.toISOString() })), total: rows.length };
  });
}
