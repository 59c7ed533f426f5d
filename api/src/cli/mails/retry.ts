import { parseArgs } from 'node:util';
import { and, eq, sql } from 'drizzle-orm';
import { mails } from '../../db/tables/schema';
import { StartError } from '../../errors';
import type { Command } from '../support/command';

const { id, status } = mails;

/** Queues mails that were given up again, as if nobody had tried to deliver them. */
export const retryMails: Command = {
  usage: '[ID] [--json]   sends again what was given up: one mail, or all of them',
  run: async ({ database, args, print }) => {
    const { values, positionals } = parseArgs({ args, allowPositionals: true, options: { json: { type: 'boolean' } } });
    const wanted = positionals[0]?.toLowerCase();
    const rows = await database.db
      .update(mails)
      .set({
        status: 'queued',
        queuedAt: sql`now()`,
        nextAttemptAt: sql`now()`,
        attempts: 0,
        fault: null,
        seenAt: null,
      })
      .where(and(eq(status, 'failed'), wanted ? sql`starts_with(${id}::text, ${wanted})` : undefined))
      .returning({ id });
    if (wanted && rows.length === 0) throw new StartError(`No mail that was given up has the id ${wanted}.`);
    if (values.json) print(JSON.stringify(rows));
    else
      print(
        `${rows.length} ${rows.length === 1 ? 'mail goes' : 'mails go'} out within a minute while the site is running.`,
      );
  },
};
