import { parseArgs } from 'node:util';
import { and, eq, isNotNull, isNull, or, sql } from 'drizzle-orm';
import { mails } from '../../db/tables/schema';
import { StartError } from '../../errors';
import type { Command } from '../support/command';

const { id, status, seenAt, fault } = mails;

const isUnseen = and(eq(status, 'failed'), isNull(seenAt));

/**
 * Notes that somebody knows of mails that were given up: they stay in the list, and the alarm ends. One that is refused
 * and waits, such as for its content, is given up when it is named.
 */
export const seenMails: Command = {
  usage:
    '[ID] [--json]   takes note of mails that were given up, so that the alarm ends. ID names one, also one that is refused and waits',
  run: async ({ database, args, print }) => {
    const { values, positionals } = parseArgs({ args, allowPositionals: true, options: { json: { type: 'boolean' } } });
    const wanted = positionals[0]?.toLowerCase();
    const rows = await database.db
      .update(mails)
      .set({ status: 'failed', seenAt: sql`now()`, lease: null })
      .where(
        wanted
          ? and(sql`starts_with(${id}::text, ${wanted})`, or(isUnseen, and(eq(status, 'queued'), isNotNull(fault))))
          : isUnseen,
      )
      .returning({ id });
    if (wanted && rows.length === 0)
      throw new StartError(`No mail that was given up or is refused has the id ${wanted}.`);
    if (values.json) print(JSON.stringify(rows));
    else print(`${rows.length} ${rows.length === 1 ? 'mail is' : 'mails are'} noted as seen.`);
  },
};
