import { parseArgs } from 'node:util';
import { openProblems } from '../../orders/problems/check';
import { money } from '../../support/rupees';
import type { Command } from '../support/command';
import { heading, minute, table } from '../support/table';

/** Captured money that a person has to look at, oldest first. */
export const listProblems: Command = {
  usage: '[--json]   captured money that does not fit an order, or was paid twice',
  run: async ({ database, args, print }) => {
    const { values } = parseArgs({ args, options: { json: { type: 'boolean' } } });
    const rows = await openProblems(database.db);
    if (values.json) print(JSON.stringify(rows));
    else if (rows.length === 0) print('No payment needs you.');
    else {
      const cells = rows.map((row) => [
        row.paymentId,
        minute(row.createdAt),
        row.kind,
        money(row.amount, row.currency),
        row.text,
      ]);
      print(table(['payment', heading('noted'), 'kind', 'amount', 'what to do'], cells));
    }
  },
};
