/** What the provider calls a payment, in the order in which it gets there. */
export const PAYMENT_STATUSES = ['created', 'failed', 'authorized', 'captured', 'refunded'] as const;
export type PaymentStatus = (typeof PAYMENT_STATUSES)[number];

export const REFUND_STATUSES = ['pending', 'failed', 'processed'] as const;
export type RefundStatus = (typeof REFUND_STATUSES)[number];

export const DISPUTE_STATUSES = ['open', 'under_review', 'action_required', 'closed', 'won', 'lost'] as const;
export type DisputeStatus = (typeof DISPUTE_STATUSES)[number];

/** All that was ever heard of a payment. Amounts are paise. Facts are only added, so the order of changes does not matter. */
export interface PaymentHistory {
  status: PaymentStatus;
  captured: boolean;
  /** Null until the provider itself has told. */
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
