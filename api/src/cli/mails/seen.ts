import { parseArgs } from 'node:util';
import { and, eq, isNull, sql } from 'drizzle-orm';
import { mails } from '../../db/schema';
import { StartError } from '../../errors';
import type { Command } from '../support/command';

const { id, status, seenAt } = mails;

/** Notes that somebody knows of mails that were given up: they stay in the list, and the alarm ends. */
export const seenMails: Command = {
  usage: '[ID] [--json]   takes note of mails that were given up, so that the alarm ends: one mail, or all of them',
  run: async ({ database, args, print }) => {
    const { values, positionals } = parseArgs({ args, allowPositionals: true, options: { json: { type: 'boolean' } } });
    const wanted = positionals[0]?.toLowerCase();
    const rows = await database.db
      .update(mails)
      .set({ seenAt: sql`now()` })
      .where(and(eq(status, 'failed'), isNull(seenAt), wanted ? sql`starts_with(${id}::text, ${wanted})` : undefined))
      .returning({ id });
    if (wanted && rows.length === 0) throw new StartError(`No mail that was given up has the id ${wanted}.`);
    if (values.json) print(JSON.stringify(rows));
    else print(`${rows.length} ${rows.length === 1 ? 'mail is' : 'mails are'} noted as seen.`);
  },
};
