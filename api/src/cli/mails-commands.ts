import { parseArgs } from 'node:util';
import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import { mails } from '../db/schema';
import { StartError } from '../errors';
import { minute, table } from './support/format';
import { jsonArrayPrinter } from './support/json';
import type { Command, Commands } from './support/run';

const { id, form, email, status, attempts, lastError, createdAt, queuedAt, sentAt, suspect } = mails;

const list: Command = {
  usage: '[--failed] [--json]   mails that wait or were refused; with --all, those that were sent, too',
  run: async ({ database, args, print }) => {
    const options = { failed: { type: 'boolean' }, all: { type: 'boolean' }, json: { type: 'boolean' } } as const;
    const { values } = parseArgs({ args, options });
    const shown = values.all ? ['queued', 'failed', 'sent'] : values.failed ? ['failed'] : ['queued', 'failed'];
    const rows = await database.db
      .select({ id, form, email, status, attempts, lastError, createdAt, queuedAt, sentAt, suspect })
      .from(mails)
      .where(inArray(status, shown as (typeof mails.$inferSelect.status)[]))
      .orderBy(asc(createdAt), asc(id));
    if (values.json) {
      const json = jsonArrayPrinter(print);
      for (const row of rows) json.add(row);
      json.end();
    } else if (rows.length === 0) print('No mails wait, and none was refused.');
    else {
      const cells = rows.map((row) => [
        row.id.slice(0, 8),
        minute(row.createdAt),
        row.form ?? 'notice',
        row.email.slice(0, 40),
        row.status === 'failed' ? 'FAILED' : row.status,
        String(row.attempts),
        row.lastError ?? '',
      ]);
      print(table(['id', 'made (UTC)', 'about', 'e-mail', 'state', 'tries', 'why'], cells));
    }
  },
};

const retry: Command = {
  usage: '[ID] [--json]   sends again what was refused: one mail, or all of them',
  run: async ({ database, args, print }) => {
    const { values, positionals } = parseArgs({ args, allowPositionals: true, options: { json: { type: 'boolean' } } });
    const wanted = positionals[0]?.toLowerCase();
    const rows = await database.db
      .update(mails)
      .set({ status: 'queued', queuedAt: sql`now()`, nextAttemptAt: sql`now()`, attempts: 0 })
      .where(and(eq(status, 'failed'), wanted ? sql`starts_with(${id}::text, ${wanted})` : undefined))
      .returning({ id });
    if (wanted && rows.length === 0) throw new StartError(`No refused mail has the id ${wanted}.`);
    if (values.json) print(JSON.stringify(rows));
    else
      print(
        `${rows.length} ${rows.length === 1 ? 'mail goes' : 'mails go'} out within a minute while the site is running.`,
      );
  },
};

/** `npm run mails` */
export const MAILS: Commands = { list, retry };
