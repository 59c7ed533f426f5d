/** What the provider calls a payment, in the order in which it gets there. */
export const PAYMENT_STATUSES = ['created', 'failed', 'authorized', 'captured', 'refunded'] as const;
export type PaymentStatus = (typeof PAYMENT_STATUSES)[number];

export const REFUND_STATUSES = ['pending', 'failed', 'processed'] as const;
export type RefundStatus = (typeof REFUND_STATUSES)[number];

export const DISPUTE_STATUSES = ['open', 'under_review', 'action_required', 'closed', 'won', 'lost'] as const;
export type DisputeStatus = (typeof DISPUTE_STATUSES)[number];

/** All that was ever heard of a payment. Amounts are paise. Facts are only added, so the order of news does not matter. */
export interface PaymentLife {
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
export type News =
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

export const NO_LIFE: PaymentLife = {
  status: 'created',
  captured: false,
  amount: null,
  currency: null,
  amountRefunded: 0,
  refunds: new Map(),
  disputes: new Map(),
};

const later = <T extends string>(list: readonly T[], a: T, b: T): T => (list.indexOf(b) > list.indexOf(a) ? b : a);

/** Adds what is new. Old news, and the same news again, change nothing. */
export function learn(life: PaymentLife, news: News): PaymentLife {
  if (news.about === 'payment') {
    const amount = life.amount ?? news.amount ?? null;
    const whole = news.status === 'refunded' ? (amount ?? 0) : 0;
    return {
      ...life,
      status: later(PAYMENT_STATUSES, life.status, news.status),
      captured: life.captured || news.captured === true || news.status === 'captured',
      amount,
      currency: life.currency ?? news.currency ?? null,
      amountRefunded: Math.max(life.amountRefunded, news.amountRefunded ?? 0, whole),
    };
  }
  const { id, amount } = news;
  if (news.about === 'refund') {
    const status = later(REFUND_STATUSES, life.refunds.get(id)?.status ?? news.status, news.status);
    return { ...life, refunds: new Map(life.refunds).set(id, { amount, status }) };
  }
  const status = later(DISPUTE_STATUSES, life.disputes.get(id)?.status ?? news.status, news.status);
  return { ...life, disputes: new Map(life.disputes).set(id, { amount, status }) };
}
