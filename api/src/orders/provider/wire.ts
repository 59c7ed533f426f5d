import * as z from 'zod';
import { DISPUTE_STATUSES, PAYMENT_STATUSES, REFUND_STATUSES } from '../payments/statuses';

const id = z.string().min(1).max(64);
const amount = z.number().int();

export const providerOrderSchema = z.object({
  id,
  amount,
  currency: z.string(),
  receipt: z.string().nullish(),
  status: z.enum(['created', 'attempted', 'paid']),
});

/** A payment as REST calls and webhooks carry it; personal details of the payer are left out on purpose. */
export const providerPaymentSchema = z.object({
  id,
  order_id: z.string().max(64).nullish(),
  status: z.enum(PAYMENT_STATUSES),
  captured: z.boolean().nullish(),
  amount,
  currency: z.string().max(8),
  amount_refunded: amount.nullish(),
  method: z.string().max(64).nullish(),
  error_code: z.string().max(200).nullish(),
  error_description: z.string().max(1000).nullish(),
});

export const providerRefundSchema = z.object({
  id,
  payment_id: id,
  amount,
  status: z.enum(REFUND_STATUSES),
  /** Ours, when the office asked for it. */
  receipt: z.string().max(64).nullish(),
});
export const providerDisputeSchema = z.object({ id, payment_id: id, amount, status: z.enum(DISPUTE_STATUSES) });

export type ProviderOrder = z.output<typeof providerOrderSchema>;
export type ProviderPayment = z.output<typeof providerPaymentSchema>;
export type ProviderRefund = z.output<typeof providerRefundSchema>;
export type ProviderDispute = z.output<typeof providerDisputeSchema>;
