import { CURRENCY } from 'contracts/orders';
import { z } from 'zod';
import type { Config } from '../config';
import { messageOf, ProviderError } from '../errors';
import {
  type ProviderDispute,
  type ProviderOrder,
  type ProviderPayment,
  type ProviderRefund,
  providerDisputeSchema,
  providerOrderSchema,
  providerPaymentSchema,
  providerRefundSchema,
} from './wire';

const LARGEST_ANSWER = 1024 * 1024;

const listOf = <T extends z.ZodType>(item: T) => z.object({ items: z.array(item) });

/**
 * What every order asks for: payments are captured by the provider, also those that a bank authorises up to 12 hours
 * late. What comes later stays reserved for five days and then goes back, at the usual speed.
 */
const CAPTURE = {
  capture: 'automatic',
  capture_options: { automatic_expiry_period: 720, manual_expiry_period: 7200, refund_speed: 'normal' },
};

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
  /** The hundred newest. */
  disputes(): Promise<ProviderDispute[]>;
}

/** Nothing can have been done when the request was never taken. */
const NOT_REACHED = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH']);

const unreachable = (error: unknown): ProviderError => {
  const cause = error instanceof Error && error.cause ? error.cause : error;
  const code = (cause as NodeJS.ErrnoException).code ?? '';
  const outcome = NOT_REACHED.has(code) ? 'refused' : 'uncertain';
  return new ProviderError(`The payment provider did not answer (${code || messageOf(error)}).`, outcome, {
    cause: error,
  });
};

const readAnswer = async (response: Response): Promise<string> => {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk as Uint8Array, { stream: true });
    if (text.length > LARGEST_ANSWER) throw new Error('its answer is too large');
  }
  return text;
};

const reasonOf = (body: string): string => {
  try {
    const parsed = z.object({ error: z.object({ description: z.string() }) }).safeParse(JSON.parse(body));
    return parsed.success ? parsed.data.error.description.slice(0, 200) : 'no reason given';
  } catch {
    return 'no reason given';
  }
};

/** @param payment origin, keys and time-out; each call ends within the time-out, its answer included */
export function createProviderClient(payment: Config['payment']): ProviderClient {
  const authorization = `Basic ${Buffer.from(`${payment.keyId}:${payment.keySecret}`).toString('base64')}`;

  const call = async <T extends z.ZodType>(schema: T, path: string, body?: unknown): Promise<z.output<T>> => {
    let status: number;
    let text: string;
    try {
      const response = await fetch(`${payment.origin}/v1/${path}`, {
        method: body ? 'POST' : 'GET',
        headers: { authorization, accept: 'application/json', ...(body ? { 'content-type': 'application/json' } : {}) },
        ...(body ? { body: JSON.stringify(body) } : {}),
        redirect: 'error',
        signal: AbortSignal.timeout(payment.timeoutMs),
      });
      status = response.status;
      text = await readAnswer(response);
    } catch (error) {
      throw unreachable(error);
    }
    if (status >= 400) {
      const outcome = status < 500 && status !== 408 && status !== 429 ? 'refused' : 'uncertain';
      throw new ProviderError(`The payment provider answered ${status} (${reasonOf(text)}).`, outcome);
    }
    try {
      return schema.parse(JSON.parse(text));
    } catch (error) {
      throw new ProviderError('The payment provider answered something that is not its wire form.', 'uncertain', {
        cause: error,
      });
    }
  };

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
    disputes: async () => (await call(listOf(providerDisputeSchema), 'disputes?count=100')).items,
  };
}
