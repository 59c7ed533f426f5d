import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** What `npm run orders -- show --json` tells of an order, as far as the tests look at it. */
export interface Order {
  providerOrderId: string;
  /** Paise. */
  amount: number;
  currency: string;
  status: string;
  payments: { id: string; status: string; amount: number | null }[];
}

/** Runs `npm run orders` on the data of the site under test. @returns the records it prints */
async function runOrders(...args: string[]): Promise<object[]> {
  const { SITE_DATA } = process.env;
  if (!SITE_DATA) throw new Error('Name the data folder of the site under test in SITE_DATA.');
  const program = ['--import', 'tsx', join('api', 'src', 'cli', 'orders.ts'), ...args, '--json'];
  const { stdout } = await promisify(execFile)(process.execPath, program, {
    cwd: process.cwd(),
    env: { ...process.env, DATA_DIR: SITE_DATA },
    maxBuffer: 16 * 1024 * 1024,
  });
  const lines = stdout.split('\n').filter((line) => line.startsWith('{'));
  return lines.map((line) => JSON.parse(line) as object);
}

/** An order as the owner reads it: with the command line. @param id the provider's */
export async function orderOf(id: string): Promise<Order> {
  const [order] = await runOrders('show', id);
  return order as Order;
}

/** The orders of a list, by the provider's id. */
export async function listedOrders(): Promise<Map<string, Omit<Order, 'payments'>>> {
  const rows = (await runOrders('list')) as Omit<Order, 'payments'>[];
  return new Map(rows.map((row) => [row.providerOrderId, row]));
}
