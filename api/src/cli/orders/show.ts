import { parseArgs } from 'node:util';
import { StartError } from '../../errors';
import type { Command } from '../support/command';
import { findOrder, moneyOf } from './find';
import { orderLines } from './order-lines';

/** An order with everything that happened to its money. */
export const showOrder: Command = {
  usage: "ID [--json]   an order, the attempts to pay it, refunds and disputes; ID is ours, or the provider's",
  run: async ({ database: { db }, args, print }) => {
    const { values, positionals } = parseArgs({ args, allowPositionals: true, options: { json: { type: 'boolean' } } });
    const id = positionals[0];
    if (!id) throw new StartError('Which order? Give its id, or the beginning of it.');
    const order = await findOrder(db, id);
    const money = await moneyOf(db, order.id);
    if (values.json) print(JSON.stringify({ ...order, ...money }));
    else for (const line of orderLines(order, money)) print(line);
  },
};
