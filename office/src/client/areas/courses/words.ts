import { ORDER_STATES, type OrderStatus } from 'api-wire/money';

const NO_ORDER = { label: 'No order', sentence: 'No order was made.', tone: 'plain' } as const;

/** How far an order is, in words an owner uses. */
export const orderWords = (status: OrderStatus | null) => (status === null ? NO_ORDER : ORDER_STATES[status]);

export const COURSE_STATUS = [
  ['open', 'Open'],
  ['full', 'Full'],
  ['closed', 'Closed'],
] as const;
