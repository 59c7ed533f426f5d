import type { DisputeStatus, PaymentStatus, RefundStatus } from './statuses';

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
