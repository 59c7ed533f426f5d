import { UNPAID } from '../orders/order-state';
import type { Order } from '../orders/record';
import type { EnrolmentStatus } from './record';
import type { Enrolment } from './save';

const isUnpaid = ({ status }: Order): boolean => status === 'expired' || UNPAID.includes(status);

/** The order that speaks for an enrolment: one with money, or else the newest. */
export const leadingOrder = (own: readonly Order[]): Order | undefined =>
  own.findLast((order) => !isUnpaid(order)) ?? own.at(-1);

/** How far an enrolment is. @param order the one that speaks for it */
export const statusOf = (enrolment: Enrolment, order: Order | undefined): EnrolmentStatus => {
  if (order && !isUnpaid(order)) return order.status;
  if (order?.status === 'failed') return 'failed';
  return enrolment.abandonedAt ? 'abandoned' : 'started';
};
