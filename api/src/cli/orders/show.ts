import { parseArgs } from 'node:util';
import { asc, eq, inArray, or, sql } from 'drizzle-orm';
import type { Db } from '../../db/database';
import { orders } from '../../db/orders-schema';
import { payments } from '../../db/payments-schema';
import { disputes, refunds } from '../../db/refunds-schema';
import { StartError } from '../../errors';
import { rupees } from '../../support/rupees';
import { minute, table } from '../support/format';
import type { Command } from '../support/run';

const findOne = async (db: Db, id: string) => {
  const found = await db
    .select()
    .from(orders)
    .where(or(eq(orders.providerOrderId, id), sql`starts_with(${orders.id}::text, ${id.toLowerCase()})`))
    .limit(2);
  const order = found[0];
  if (!order) throw new StartError(`There is no order ${id}.`);
  if (found.length > 1) throw new StartError(`Several orders begin with ${id}; give more of the id.`);
  return order;
};

const partsOf = async (db: Db, orderId: string) => {
  const attempts = await db
    .select()
    .from(payments)
    .where(eq(payments.orderId, orderId))
    .orderBy(asc(payments.createdAt));
  const ids = attempts.map(({ id }) => id);
  return {
    payments: attempts,
    refunds: await db.select().from(refunds).where(inArray(refunds.paymentId, ids)).orderBy(asc(refunds.createdAt)),
    disputes: await db.select().from(disputes).where(inArray(disputes.paymentId, ids)).orderBy(asc(disputes.createdAt)),
  };
};

/** An order with everything that happened to its money. */
export const showOrder: Command = {
  usage: "ID [--json]   an order, the attempts to pay it, refunds and disputes; ID is ours, or the provider's",
  run: async ({ database: { db }, args, print }) => {
    const { values, positionals } = parseArgs({ args, allowPositionals: true, options: { json: { type: 'boolean' } } });
    const id = positionals[0];
    if (!id) throw new StartError('Which order? Give its id, or the beginning of it.');
    const order = await findOne(db, id);
    const parts = await partsOf(db, order.id);
    if (values.json) {
      print(JSON.stringify({ ...order, ...parts }));
      return;
    }
    print(
      `id        ${order.id}\nreceipt   ${order.receipt}\nprovider  ${order.providerOrderId ?? '-'}\namount    ${rupees(order.amount)}`,
    );
    print(
      `state     ${order.status}\nmade      ${order.createdAt.toISOString()}\nchanged   ${order.updatedAt.toISOString()}`,
    );
    if (parts.payments.length === 0) {
      print('\nNobody has tried to pay yet.');
      return;
    }
    const attempts = parts.payments.map((row) => [
      row.id,
      minute(row.createdAt),
      row.status,
      rupees(row.amount),
      row.method ?? '-',
      row.errorDescription ?? '',
    ]);
    print(`\n${table(['payment', 'noted (UTC)', 'state', 'amount', 'method', 'why it failed'], attempts)}`);
    for (const [name, rows] of Object.entries({ refund: parts.refunds, dispute: parts.disputes })) {
      const cells = rows.map((row) => [row.id, minute(row.createdAt), row.status, rupees(row.amount), row.paymentId]);
      if (cells.length > 0) print(`\n${table([name, 'noted (UTC)', 'state', 'amount', 'payment'], cells)}`);
    }
  },
};
