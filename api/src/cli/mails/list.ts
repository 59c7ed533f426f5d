import { parseArgs } from 'node:util';
import { asc, inArray } from 'drizzle-orm';
import { mails } from '../../db/tables/schema';
import type { Command } from '../support/command';
import { jsonArrayPrinter } from '../support/json';
import { mailState } from '../support/mail-state';
import { heading, minute, table } from '../support/table';

const { id, form, email, status, attempts, lastError, fault, createdAt, queuedAt, sentAt, suspect } = mails;

/** Mails that wait or were refused, oldest first. */
export const listMails: Command = {
  usage: '[--failed] [--json]   mails that wait or were given up; with --all, those that were sent, too',
  run: async ({ database, args, print }) => {
    const options = { failed: { type: 'boolean' }, all: { type: 'boolean' }, json: { type: 'boolean' } } as const;
    const { values } = parseArgs({ args, options });
    const shown = values.all ? ['queued', 'failed', 'sent'] : values.failed ? ['failed'] : ['queued', 'failed'];
    const rows = await database.db
      .select({ id, form, email, status, attempts, lastError, fault, createdAt, queuedAt, sentAt, suspect })
      .from(mails)
      .where(inArray(status, shown as (typeof mails.$inferSelect.status)[]))
      .orderBy(asc(createdAt), asc(id));
    if (values.json) {
      const json = jsonArrayPrinter(print);
      for (const row of rows) json.add(row);
      json.end();
    } else if (rows.length === 0) print('No mails wait, and none was given up.');
    else {
      const cells = rows.map((row) => [
        row.id.slice(0, 8),
        minute(row.createdAt),
        row.form ?? 'notice',
        row.email.slice(0, 40),
        mailState(row),
        String(row.attempts),
        row.lastError ?? '',
      ]);
      print(table(['id', heading('made'), 'about', 'e-mail', 'state', 'tries', 'why'], cells));
    }
  },
};
