import { parseArgs } from 'node:util';
import { desc } from 'drizzle-orm';
import { priceInWords } from '../../catalogue/read';
import { courseChanges } from '../../db/tables/courses-schema';
import type { Command } from '../support/command';
import { heading, minute, table } from '../support/table';

/** Every change of the catalogue, newest first. */
export const courseHistory: Command = {
  usage: '[--json]   every change of a price or state, newest first, and who made it',
  run: async ({ database, args, print }) => {
    const { values } = parseArgs({ args, options: { json: { type: 'boolean' } } });
    const rows = await database.db.select().from(courseChanges).orderBy(desc(courseChanges.id));
    if (values.json) print(JSON.stringify(rows));
    else {
      const cells = rows.map((row) => [
        minute(row.createdAt),
        row.variant,
        priceInWords(row),
        row.status,
        row.changedBy,
        row.reason ?? '',
      ]);
      print(table([heading('changed'), 'course', 'price', 'state', 'by', 'why'], cells));
    }
  },
};
