import { parseArgs } from 'node:util';
import { priceInWords, readCatalogue } from '../../catalogue/read';
import type { Command } from '../support/command';
import { table } from '../support/table';

/** What each course costs now. */
export const listCourses: Command = {
  usage: '[--json]   what each course costs now, and whether it can be paid for',
  run: async ({ database, args, print }) => {
    const { values } = parseArgs({ args, options: { json: { type: 'boolean' } } });
    const rows = await readCatalogue(database.db);
    if (values.json) print(JSON.stringify(rows));
    else {
      const cells = rows.map((row) => [row.variant, row.label, priceInWords(row), row.status]);
      print(table(['course', 'name', 'price', 'state'], cells));
    }
  },
};
