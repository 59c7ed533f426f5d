import * as z from 'zod';
import { DISPUTE_STATUSES, REFUND_STATUSES } from '../payments/statuses';
import type { PaymentUpdate } from '../payments/update';
import { updateOfDispute, updateOfPayment, updateOfRefund } from '../provider/updates';
import { providerDisputeSchema, providerPaymentSchema, providerRefundSchema } from '../provider/wire';

/** What a webhook says, as far as orders are concerned. */
export interface ProviderEvent {
  type: string;
  updates: PaymentUpdate[];
  /** What may name the order: the provider's id of it, our receipt, or a payment that we know. */
  providerOrderId?: string | undefined;
  receipt?: string | undefined;
  paymentId?: string | undefined;
}

const payment = z.object({ entity: providerPaymentSchema });
const order = z.object({ entity: z.object({ id: z.string().max(64), receipt: z.string().max(64).nullish() }) });
const aboutPayment = z.object({ payment, order: order.optional() });

type Reader = (payload: unknown, step: string) => Omit<ProviderEvent, 'type'>;

const readPayment: Reader = (payload) => {
  const { payment: paid, order: ordered } = aboutPayment.parse(payload);
  return {
    updates: [updateOfPayment(paid.entity)],
    providerOrderId: paid.entity.order_id ?? ordered?.entity.id,
    receipt: ordered?.entity.receipt ?? undefined,
    paymentId: paid.entity.id,
  };
};

/** Events about a part of a payment carry the payment, too; it comes first, because it may be unknown until then. */
const withPayment = (payload: unknown, update: PaymentUpdate): Omit<ProviderEvent, 'type'> => {
  const paid = z.object({ payment: payment.optional() }).parse(payload).payment?.entity;
  return {
    updates: [...(paid ? [updateOfPayment(paid)] : []), update],
    providerOrderId: paid?.order_id ?? undefined,
    paymentId: update.paymentId,
  };
};

const readRefund: Reader = (payload, step) => {
  const status = z.enum(REFUND_STATUSES).default(step === 'created' ? 'pending' : (step as 'processed'));
  const refund = z.object({ entity: providerRefundSchema.extend({ status }) });
  return withPayment(payload, updateOfRefund(z.object({ refund }).parse(payload).refund.entity));
};

const readDispute: Reader = (payload, step) => {
  const status = z.enum(DISPUTE_STATUSES).default(step === 'created' ? 'open' : (step as 'won'));
  const dispute = z.object({ entity: providerDisputeSchema.extend({ status }) });
  return withPayment(payload, updateOfDispute(z.object({ dispute }).parse(payload).dispute.entity));
};

/** The events that move an order, by what comes before their last step. */
const READERS: readonly [RegExp, Reader][] = [
  [/^(?:payment|order)\.(authorized|captured|failed|paid)$/, readPayment],
  [/^refund\.(created|processed|failed)$/, readRefund],
  [/^payment\.dispute\.(created|under_review|action_required|won|lost|closed)$/, readDispute],
];

/** What an event tells; without updates when its type is none that moves an order. @throws ZodError */
export const eventOf = ({ event: type, payload }: { event: string; payload: unknown }): ProviderEvent => {
  for (const [pattern, read] of READERS) {
    const step = pattern.exec(type)?.[1];
    if (step) return { type, ...read(payload, step) };
  }
  return { type, updates: [] };
};
