import type { Order } from '../../orders/record';
import { rupees } from '../../support/rupees';
import { spokenTime } from '../../support/site-zone';
import { heading, minute, table } from '../support/table';
import type { moneyOf } from './find';

type Money = Awaited<ReturnType<typeof moneyOf>>;

const attemptsTable = (attempts: Money['payments']): string => {
  const cells = attempts.map((row) => [
    row.id,
    minute(row.createdAt),
    row.status,
    rupees(row.amount),
    row.method ?? '-',
    row.errorDescription ?? '',
  ]);
  return table(['payment', heading('noted'), 'state', 'amount', 'method', 'why it failed'], cells);
};

const claimsTable = (name: string, claims: Money['refunds'] | Money['disputes']): string => {
  const cells = claims.map((row) => [row.id, minute(row.createdAt), row.status, rupees(row.amount), row.paymentId]);
  return table([name, heading('noted'), 'state', 'amount', 'payment'], cells);
};

/** An order as people read it. */
export function orderLines(order: Order, { payments, refunds, disputes }: Money): string[] {
  const lines = [
    `id        ${order.id}\nreceipt   ${order.receipt}\nprovider  ${order.providerOrderId ?? '-'}\namount    ${rupees(order.amount)}`,
    `state     ${order.status}\nmade      ${spokenTime(order.createdAt)}\nchanged   ${spokenTime(order.updatedAt)}`,
  ];
  if (payments.length === 0) return [...lines, '\nNobody has tried to pay yet.'];
  lines.push(`\n${attemptsTable(payments)}`);
  if (refunds.length > 0) lines.push(`\n${claimsTable('refund', refunds)}`);
  if (disputes.length > 0) lines.push(`\n${claimsTable('dispute', disputes)}`);
  return lines;
}
