import type { ProviderDispute, ProviderOrder, ProviderPayment, ProviderRefund } from './wire';

/** What an order is made of. `notes` are for the owner, who sees them in the provider's dashboard. */
export interface WantedOrder {
  amount: number;
  receipt: string;
  notes: Record<string, string>;
}

/** The provider's REST calls that this site needs, in Razorpay's wire form. Amounts are paise. All throw ProviderError. */
export interface ProviderClient {
  createOrder(order: WantedOrder): Promise<ProviderOrder>;
  /** Undefined when the provider knows no order with this receipt. */
  findOrder(receipt: string): Promise<ProviderOrder | undefined>;
  paymentsOf(providerOrderId: string): Promise<ProviderPayment[]>;
  refundsOf(paymentId: string): Promise<ProviderRefund[]>;
  /** Gives money back. `receipt` is ours: by it a refund whose answer was lost is found. */
  refund(paymentId: string, refund: { amount: number; receipt: string; reason: string }): Promise<ProviderRefund>;
  /** The hundred newest. */
  disputes(): Promise<ProviderDispute[]>;
}
