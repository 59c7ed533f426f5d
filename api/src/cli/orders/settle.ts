import { parseArgs } from 'node:util';
import { and, eq, isNull, sql } from 'drizzle-orm';
import { paymentProblems } from '../../db/payment-tables/payment-problems-schema';
import { StartError } from '../../errors';
import type { Command } from '../support/command';

/** Notes that a person has dealt with captured money that fits no order, or means both payments of what was paid twice. */
export const settleProblem: Command = {
  usage:
    'PAYMENT   takes note that captured money is dealt with, or that both payments are meant, so that its alarm ends',
  run: async ({ database, args, print }) => {
    const { positionals } = parseArgs({ args, allowPositionals: true, options: {} });
    const payment = positionals[0];
    if (!payment || positionals.length > 1) throw new StartError('Which payment? Give its id at the provider.');
    const { paymentId, kind, settledAt } = paymentProblems;
    const rows = await database.db
      .update(paymentProblems)
      .set({ settledAt: sql`now()`, acceptedAt: sql`now()` })
      .where(and(eq(paymentId, payment), isNull(settledAt)))
      .returning({ kind });
    if (rows.length === 0) throw new StartError(`No money of payment ${payment} waits to be dealt with.`);
    print(`Payment ${payment} is dealt with.`);
  },
};
