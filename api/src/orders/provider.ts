import { CURRENCY } from 'contracts/orders';
import { z } from 'zod';
import type { Config } from '../config';
import { messageOf, ProviderError } from '../errors';

const LARGEST_ANSWER = 1024 * 1024;

const orderSchema = z.object({
  id: z.string().min(1).max(64),
  amount: z.number().int(),
  currency: z.string(),
  receipt: z.string().nullish(),
  status: z.enum(['created', 'attempted', 'paid']),
});
/** A payment as REST calls and webhooks carry it; personal details of the payer are left out on purpose. */
export const providerPaymentSchema = z.object({
  id: z.string().min(1).max(64),
  order_id: z.string().max(64).nullish(),
  status: z.enum(['created', 'authorized', 'captured', 'refunded', 'failed']),
  amount: z.number().int(),
  currency: z.string(),
  method: z.string().max(64).nullish(),
  error_code: z.string().max(200).nullish(),
  error_description: z.string().max(1000).nullish(),
});
const listOf = <T extends z.ZodType>(item: T) => z.object({ items: z.array(item) });

export type ProviderOrder = z.output<typeof orderSchema>;
export type ProviderPayment = z.output<typeof providerPaymentSchema>;

/** The provider's REST calls that this site needs, in Razorpay's wire form. Amounts are paise. All throw ProviderError. */
export interface ProviderClient {
  createOrder(order: { amount: number; receipt: string }): Promise<ProviderOrder>;
  /** Undefined when the provider knows no order with this receipt. */
  findOrder(receipt: string): Promise<ProviderOrder | undefined>;
  paymentsOf(providerOrderId: string): Promise<ProviderPayment[]>;
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
    createOrder: ({ amount, receipt }) => call(orderSchema, 'orders', { amount, currency: CURRENCY, receipt }),
    findOrder: async (receipt) => {
      const { items } = await call(listOf(orderSchema), `orders?receipt=${encodeURIComponent(receipt)}&count=10`);
      return items.find((order) => order.receipt === receipt);
    },
    paymentsOf: async (providerOrderId) =>
      (await call(listOf(providerPaymentSchema), `orders/${encodeURIComponent(providerOrderId)}/payments`)).items,
  };
}
