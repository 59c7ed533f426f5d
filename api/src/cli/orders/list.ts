import { parseArgs } from 'node:util';
import { desc, inArray } from 'drizzle-orm';
import { orders } from '../../db/orders-schema';
import { UNPAID } from '../../orders/order-state';
import { rupees } from '../../support/rupees';
import type { Command } from '../support/command';
import { heading, minute, table } from '../support/table';

/** Course orders, newest first. */
export const listOrders: Command = {
  usage: '[--open] [--json]   orders, newest first; --open: those that wait for their money',
  run: async ({ database, args, print }) => {
    const { values } = parseArgs({ args, options: { open: { type: 'boolean' }, json: { type: 'boolean' } } });
    const rows = await database.db
      .select()
      .from(orders)
      .where(values.open ? inArray(orders.status, [...UNPAID, 'authorized']) : undefined)
      .orderBy(desc(orders.createdAt));
    if (values.json) for (const row of rows) print(JSON.stringify(row));
    else if (rows.length === 0) print('No orders.');
    else {
      const cells = rows.map((row) => [
        row.id.slice(0, 8),
        minute(row.createdAt),
        row.status,
        rupees(row.amount),
        row.providerOrderId ?? '-',
        row.receipt,
      ]);
      print(table(['id', heading('made'), 'state', 'amount', "provider's id", 'receipt'], cells));
    }
  },
};
