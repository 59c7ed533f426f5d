import { parseArgs } from 'node:util';
import { asc, desc, eq, or, sql } from 'drizzle-orm';
import { orders, payments } from '../db/schema';
import { StartError } from '../errors';
import { createProviderClient } from '../orders/provider';
import { reconcile } from '../orders/reconcile';
import { minute, table } from './support/format';
import type { Command, Commands } from './support/run';

const rupees = (paise: number | null): string => (paise === null ? '-' : `₹${(paise / 100).toLocaleString('en-IN')}`);

const list: Command = {
  usage: '[--open] [--json]   orders, newest first',
  run: async ({ database, args, print }) => {
    const { values } = parseArgs({ args, options: { open: { type: 'boolean' }, json: { type: 'boolean' } } });
    const all = await database.db.select().from(orders).orderBy(desc(orders.createdAt));
    const rows = values.open ? all.filter((order) => order.status !== 'paid') : all;
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
      print(table(['id', 'made (UTC)', 'state', 'amount', "provider's id", 'receipt'], cells));
    }
  },
};

const show: Command = {
  usage: "ID [--json]   an order and the attempts to pay it; ID is ours, or the provider's",
  run: async ({ database, args, print }) => {
    const { values, positionals } = parseArgs({ args, allowPositionals: true, options: { json: { type: 'boolean' } } });
    const id = positionals[0];
    if (!id) throw new StartError('Which order? Give its id, or the beginning of it.');
    const found = await database.db
      .select()
      .from(orders)
      .where(or(eq(orders.providerOrderId, id), sql`starts_with(${orders.id}::text, ${id.toLowerCase()})`))
      .limit(2);
    const order = found[0];
    if (!order) throw new StartError(`There is no order ${id}.`);
    if (found.length > 1) throw new StartError(`Several orders begin with ${id}; give more of the id.`);
    const attempts = await database.db
      .select()
      .from(payments)
      .where(eq(payments.orderId, order.id))
      .orderBy(asc(payments.createdAt));
    if (values.json) {
      print(JSON.stringify({ ...order, payments: attempts }));
      return;
    }
    print(
      `id        ${order.id}\nreceipt   ${order.receipt}\nprovider  ${order.providerOrderId ?? '-'}\namount    ${rupees(order.amount)}`,
    );
    print(
      `state     ${order.status}\nmade      ${order.createdAt.toISOString()}\nchanged   ${order.updatedAt.toISOString()}`,
    );
    if (attempts.length === 0) {
      print('\nNobody has tried to pay yet.');
      return;
    }
    const cells = attempts.map((row) => [
      row.id,
      minute(row.createdAt),
      row.status,
      rupees(row.amount),
      row.method ?? '-',
      row.errorDescription ?? '',
    ]);
    print(`\n${table(['payment', 'noted (UTC)', 'state', 'amount', 'method', 'why it failed'], cells)}`);
  },
};

const reconcileAll: Command = {
  usage: '[--json]   asks the provider for every order that is not paid',
  run: async ({ config, database, args, watched, print, remark }) => {
    const { values } = parseArgs({ args, options: { json: { type: 'boolean' } } });
    let asked = 0;
    let changed = 0;
    let problems = 0;
    for await (const result of reconcile(database.db, createProviderClient(config.payment))) {
      asked += 1;
      if (result.after !== result.before) changed += 1;
      if (result.problem) problems += 1;
      if (values.json) print(JSON.stringify(result));
      else if (result.problem || result.after !== result.before) {
        print(
          `${result.id.slice(0, 8)}  ${result.before} → ${result.after}${result.problem ? `  ${result.problem}` : ''}`,
        );
      }
      if (watched) remark(`\r${asked} orders asked for`);
    }
    remark(`${watched ? '\r' : ''}orders asked for: ${asked}, moved on: ${changed}, with a problem: ${problems}\n`);
    return problems > 0 ? 1 : 0;
  },
};

/** `npm run orders` */
export const ORDERS: Commands = { list, show, reconcile: reconcileAll };
