import type { Order } from './record';

/** How long an order is waited for. A payment that comes later still counts. */
export const EXPIRES_AFTER_HOURS = 24;

/** Whether nobody will pay this order any more. */
export const isAbandoned = ({ createdAt }: Pick<Order, 'createdAt'>, now = Date.now()): boolean =>
  now - createdAt.getTime() > EXPIRES_AFTER_HOURS * 3_600_000;
