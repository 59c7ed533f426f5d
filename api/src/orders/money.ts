/** What the provider calls a payment, in the order in which it gets there. */
export const PAYMENT_STATUSES = ['created', 'failed', 'authorized', 'captured', 'refunded'] as const;
type PaymentStatus = (typeof PAYMENT_STATUSES)[number];

export const REFUND_STATUSES = ['pending', 'failed', 'processed'] as const;
type RefundStatus = (typeof REFUND_STATUSES)[number];

export const DISPUTE_STATUSES = ['open', 'under_review', 'action_required', 'closed', 'won', 'lost'] as const;
export type DisputeStatus = (typeof DISPUTE_STATUSES)[number];

/** All that was ever heard of a payment. Amounts are paise. Facts are only added, so the order of changes does not matter. */
export interface PaymentHistory {
  status: PaymentStatus;
  captured: boolean;
  /** Null until the provider itself has answered. */
  amount: number | null;
  currency: string | null;
  /** The most that a payment entity said was refunded. */
  amountRefunded: number;
  refunds: ReadonlyMap<string, { amount: number; status: RefundStatus }>;
  disputes: ReadonlyMap<string, { amount: number; status: DisputeStatus }>;
}

/** Something that the provider, or the browser with the provider's signature, says of a payment. */
export type PaymentChange =
  | {
      about: 'payment';
      status: PaymentStatus;
      captured?: boolean;
      amount?: number;
      currency?: string;
      amountRefunded?: number;
    }
  | { about: 'refund'; id: string; amount: number; status: RefundStatus }
  | { about: 'dispute'; id: string; amount: number; status: DisputeStatus };

export const NO_HISTORY: PaymentHistory = {
  status: 'created',
  captured: false,
  amount: null,
  currency: null,
  amountRefunded: 0,
  refunds: new Map(),
  disputes: new Map(),
};

/** Sum of the refunds with a wanted status, in paise. */
export const sumOfRefunds = ({ refunds }: PaymentHistory, wanted: (status: RefundStatus) => boolean): number =>
  [...refunds.values()].reduce((sum, { amount, status }) => (wanted(status) ? sum + amount : sum), 0);

/**
 * What has gone back to the customer, in paise. Refunds that we know one by one count. Refunds that only the payment
 * itself shows count, too, less those that failed.
 */
const refundedAmount = (history: PaymentHistory): number =>
  Math.max(
    sumOfRefunds(history, (status) => status !== 'failed'),
    history.amountRefunded - sumOfRefunds(history, (status) => status === 'failed'),
  );

/** Where a payment stands, for the owner. Only `paid` says that the money is here. */
const PAYMENT_STATES = [
  'attempted',
  'failed',
  'authorized',
  'paid',
  'partly_refunded',
  'refunded',
  'refund_failed',
  'disputed',
  'charged_back',
] as const;
type PaymentState = (typeof PAYMENT_STATES)[number];

const RUNNING: readonly DisputeStatus[] = ['open', 'under_review', 'action_required'];

/** Where a payment stands by all that is known of it. */
export function paymentState(history: PaymentHistory): PaymentState {
  const disputes = [...history.disputes.values()].map(({ status }) => status);
  if (disputes.some((status) => RUNNING.includes(status))) return 'disputed';
  if (disputes.includes('lost')) return 'charged_back';
  const refunded = refundedAmount(history);
  if (refunded > 0) return refunded < (history.amount ?? refunded) ? 'partly_refunded' : 'refunded';
  if (sumOfRefunds(history, (status) => status === 'failed') > 0) return 'refund_failed';
  if (history.captured) return 'paid';
  if (history.status === 'authorized') return 'authorized';
  return history.status === 'failed' ? 'failed' : 'attempted';
}

const MONEY_MOVED: readonly PaymentState[] = [
  'partly_refunded',
  'refunded',
  'refund_failed',
  'disputed',
  'charged_back',
];

/**
 * What may become of a payment. News can be late, so steps may be left out, but nothing goes back: what was refunded,
 * if only in part, is never paid again. A refund that the provider could not carry out has a state of its own.
 */
export const TRANSITIONS: Readonly<Record<PaymentState, readonly PaymentState[]>> = {
  attempted: ['failed', 'authorized', 'paid', ...MONEY_MOVED],
  // A bank may agree after it has refused.
  failed: ['authorized', 'paid', ...MONEY_MOVED],
  authorized: ['paid', ...MONEY_MOVED],
  paid: MONEY_MOVED,
  partly_refunded: ['refunded', 'refund_failed', 'disputed', 'charged_back'],
  refunded: ['partly_refunded', 'refund_failed', 'disputed', 'charged_back'],
  refund_failed: ['partly_refunded', 'refunded', 'disputed', 'charged_back'],
  // Won or dropped, a dispute leaves the payment as it was without it.
  disputed: [
    'attempted',
    'failed',
    'authorized',
    'paid',
    'partly_refunded',
    'refunded',
    'refund_failed',
    'charged_back',
  ],
  charged_back: ['disputed'],
};

export const mayFollow = (before: PaymentState, after: PaymentState): boolean =>
  before === after || TRANSITIONS[before].includes(after);

const later = <T extends string>(list: readonly T[], a: T, b: T): T => (list.indexOf(b) > list.indexOf(a) ? b : a);

/** Adds a change. One that is late, or comes again, changes nothing. */
export function applyChange(history: PaymentHistory, change: PaymentChange): PaymentHistory {
  if (change.about === 'payment') {
    const amount = history.amount ?? change.amount ?? null;
    const whole = change.status === 'refunded' ? (amount ?? 0) : 0;
    return {
      ...history,
      status: later(PAYMENT_STATUSES, history.status, change.status),
      captured: history.captured || change.captured === true || change.status === 'captured',
      amount,
      currency: history.currency ?? change.currency ?? null,
      amountRefunded: Math.max(history.amountRefunded, change.amountRefunded ?? 0, whole),
    };
  }
  const { id, amount } = change;
  if (change.about === 'refund') {
    const status = later(REFUND_STATUSES, history.refunds.get(id)?.status ?? change.status, change.status);
    return { ...history, refunds: new Map(history.refunds).set(id, { amount, status }) };
  }
  const status = later(DISPUTE_STATUSES, history.disputes.get(id)?.status ?? change.status, change.status);
  return { ...history, disputes: new Map(history.disputes).set(id, { amount, status }) };
}

/** What a payment carries beside its history; only for people. */
interface PaymentDetails {
  method?: string | null | undefined;
  errorCode?: string | null | undefined;
  errorDescription?: string | null | undefined;
}

/** A change and the payment that it is about. */
export interface PaymentUpdate {
  paymentId: string;
  change: PaymentChange;
  details?: PaymentDetails | undefined;
  /** The receipt of a refund: the id of the office's request, where the office asked for it. */
  receipt?: string | undefined;
}

/**
 * `pending`: the provider has not been asked, or the answer is not known. `created`: it has the order, nobody has tried
 * to pay. `expired`: given up. Every other state is that of the order's leading payment.
 */
export const ORDER_STATUSES = ['pending', 'created', 'expired', ...PAYMENT_STATES] as const;
export type OrderStatus = (typeof ORDER_STATUSES)[number];

/** Which of several payments speaks for the order, least first: money that is here before money that has gone back. */
const LEADING: readonly PaymentState[] = [
  'failed',
  'attempted',
  'refunded',
  'refund_failed',
  'charged_back',
  'authorized',
  'partly_refunded',
  'paid',
  'disputed',
];

/** Nobody has paid, so it may be given up. */
export const UNPAID: readonly OrderStatus[] = ['pending', 'created', 'attempted', 'failed'];

/** What an order is judged by. */
interface OrderFacts {
  amount: number;
  currency: string;
  providerOrderId: string | null;
  expiredAt: Date | null;
}

/** Whether a payment pays this very order. One of another amount never counts: a person has to look at it. */
export const isForOrder = (
  order: Pick<OrderFacts, 'amount' | 'currency'>,
  history: Pick<PaymentHistory, 'amount' | 'currency'>,
): boolean =>
  (history.amount ?? order.amount) === order.amount && (history.currency ?? order.currency) === order.currency;

/** Where an order stands by all that is known of it. */
export function orderStatus(order: OrderFacts, payments: Iterable<PaymentHistory>): OrderStatus {
  const states = [...payments].filter((history) => isForOrder(order, history)).map(paymentState);
  const leading = LEADING.findLast((state) => states.includes(state));
  if (leading && leading !== 'failed' && leading !== 'attempted') return leading;
  if (order.expiredAt) return 'expired';
  return leading ?? (order.providerOrderId ? 'created' : 'pending');
}
