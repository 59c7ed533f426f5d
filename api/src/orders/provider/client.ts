import * as z from 'zod';
import { CURRENCY } from '../../../wire/orders';
import type { Config } from '../../settings/config';
import { createCall } from './call';
import type { ProviderClient } from './provider';
import { providerDisputeSchema, providerOrderSchema, providerPaymentSchema, providerRefundSchema } from './wire';

const listOf = <T extends z.ZodType>(item: T) => z.object({ items: z.array(item) });

/**
 * What every order asks for: payments are captured by the provider, also those that a bank authorises up to 12 hours
 * late. What comes later stays reserved for five days and then goes back, at the usual speed.
 */
const CAPTURE = {
  capture: 'automatic',
  capture_options: { automatic_expiry_period: 720, manual_expiry_period: 7200, refund_speed: 'normal' },
};

/** @param payment origin, keys and time-out; each call ends within the time-out, its answer included */
export function createProviderClient(payment: Config['payment']): ProviderClient {
  const call = createCall(payment);
  return {
    createOrder: (order) => call(providerOrderSchema, 'orders', { ...order, currency: CURRENCY, payment: CAPTURE }),
    findOrder: async (receipt) => {
      const { items } = await call(
        listOf(providerOrderSchema),
        `orders?receipt=${encodeURIComponent(receipt)}&count=10`,
      );
      return items.find((order) => order.receipt === receipt);
    },
    paymentsOf: async (providerOrderId) =>
      (await call(listOf(providerPaymentSchema), `orders/${encodeURIComponent(providerOrderId)}/payments`)).items,
    refundsOf: async (paymentId) =>
      (await call(listOf(providerRefundSchema), `payments/${encodeURIComponent(paymentId)}/refunds?count=100`)).items,
    refund: (paymentId, { reason, ...refund }) =>
      call(providerRefundSchema, `payments/${encodeURIComponent(paymentId)}/refund`, { ...refund, notes: { reason } }),
    disputes: async () => (await call(listOf(providerDisputeSchema), 'disputes?count=100')).items,
  };
}
