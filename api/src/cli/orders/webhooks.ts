import { parseArgs } from 'node:util';
import { desc, inArray } from 'drizzle-orm';
import { webhookEvents } from '../../db/payment-tables/webhooks-schema';
import type { Command } from '../support/command';
import { heading, minute, table } from '../support/table';

/** Events of the provider that no rule could use: a person looks at them. */
export const listWebhooks: Command = {
  usage: '[--json]   signed webhooks that could not be read, or name no order of ours, newest first',
  run: async ({ database, args, print }) => {
    const { values } = parseArgs({ args, options: { json: { type: 'boolean' } } });
    const rows = await database.db
      .select()
      .from(webhookEvents)
      .where(inArray(webhookEvents.outcome, ['unreadable', 'unknown_order']))
      .orderBy(desc(webhookEvents.createdAt));
    if (values.json) print(JSON.stringify(rows));
    else if (rows.length === 0) print('Every webhook was read.');
    else {
      const cells = rows.map((row) => [row.id, minute(row.createdAt), row.type, row.outcome]);
      print(table(['event', heading('came'), 'type', 'what is wrong'], cells));
    }
  },
};
