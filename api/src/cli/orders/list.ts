import { parseArgs } from 'node:util';
import { desc, inArray } from 'drizzle-orm';
import { orders } from '../../db/payment-tables/orders-schema';
import { UNPAID } from '../../orders/order-state';
import { heldByOrder } from '../../orders/problems/held';
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
    const held = await heldByOrder(database.db);
    const moneyOf = (id: string) => held.get(id) ?? { paid: 0, paidTwice: false };
    if (values.json) for (const row of rows) print(JSON.stringify({ ...row, ...moneyOf(row.id) }));
    else if (rows.length === 0) print('No orders.');
    else {
      const cells = rows.map((row) => [
        row.id.slice(0, 8),
        minute(row.createdAt),
        moneyOf(row.id).paidTwice ? `${row.status}, TWICE` : row.status,
        rupees(row.amount),
        rupees(moneyOf(row.id).paid),
        row.providerOrderId ?? '-',
        row.receipt,
      ]);
      print(table(['id', heading('made'), 'state', 'amount', 'paid', "provider's id", 'receipt'], cells));
    }
  },
};
