import { createHmac, timingSafeEqual } from 'node:crypto';
import * as z from 'zod';
import type { Money } from '../../wire/money';
import { DISPUTE_STATUSES, PAYMENT_STATUSES, REFUND_STATUSES } from '../db/tables/orders-schema';
import { messageOf, ProviderError } from '../errors';
import type { Config } from '../settings/config';
import type { PaymentUpdate } from './money';

const id = z.string().min(1).max(64);
const amount = z.number().int();
/** Seconds since 1970. */
const seconds = z.number().int().positive().max(8_640_000_000_000).nullish().catch(null);
const dateOf = (given: z.output<typeof seconds>): Date | undefined => (given ? new Date(given * 1000) : undefined);

const providerOrderSchema = z.object({ id, receipt: z.string().nullish() });

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
  created_at: seconds,
});

export const providerRefundSchema = z.object({
  id,
  payment_id: id,
  amount,
  status: z.enum(REFUND_STATUSES),
  /** Ours, when the office asked for it. */
  receipt: z.string().max(64).nullish(),
});
export const providerDisputeSchema = z.object({
  id,
  payment_id: id,
  amount,
  status: z.enum(DISPUTE_STATUSES),
  /** Until then the provider takes an answer. */
  respond_by: seconds,
  created_at: seconds,
});

export type ProviderOrder = z.output<typeof providerOrderSchema>;
export type ProviderPayment = z.output<typeof providerPaymentSchema>;
export type ProviderRefund = z.output<typeof providerRefundSchema>;
type ProviderDispute = z.output<typeof providerDisputeSchema>;

export interface WantedOrder extends Money {
  receipt: string;
  notes: Record<string, string>;
}

const LARGEST_ANSWER = 1024 * 1024;

/** In one answer. */
export const MOST_LISTED = 100;

/** Nothing can have been done when the request was never taken. */
const NOT_REACHED = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH']);

/** What a request that got no whole answer ends in. */
const unreachable = (error: unknown): ProviderError => {
  const cause = error instanceof Error && error.cause ? error.cause : error;
  // A time-out has a number for a code, which says nothing to a person.
  const { code: named } = cause as { code?: unknown };
  const code = typeof named === 'string' ? named : '';
  const outcome = NOT_REACHED.has(code) ? 'refused' : 'uncertain';
  return new ProviderError(`The payment provider did not answer (${code || messageOf(error)}).`, outcome, {
    cause: error,
  });
};

/** The text of an answer. @throws Error when it is larger than the provider's can be */
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

/**
 * What every order asks for: payments are captured by the provider, also those that a bank authorises up to 12 hours
 * late. What comes later stays reserved for five days and then goes back, at the usual speed.
 */
const CAPTURE = {
  capture: 'automatic',
  capture_options: { automatic_expiry_period: 720, manual_expiry_period: 7200, refund_speed: 'normal' },
};

export type ProviderClient = ReturnType<typeof createProviderClient>;

/**
 * The provider's REST calls that this site needs, in Razorpay's wire form. All throw ProviderError.
 * @param payment origin, keys and time-out; each call ends within the time-out, its answer included
 */
export function createProviderClient(payment: Config['payment']) {
  const authorization = `Basic ${Buffer.from(`${payment.keyId}:${payment.keySecret}`).toString('base64')}`;
  /** By POST when it has a body. @throws ProviderError also when the answer does not fit */
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
  const list = async <T extends z.ZodType>(item: T, path: string): Promise<z.output<T>[]> =>
    (await call(z.object({ items: z.array(item) }), path)).items;
  /** Of a list of all orders: one item that nobody can read hides no other. */
  const readable = <T extends z.ZodType>(item: T, path: string) => list(item.nullable().catch(null), path);
  const of = encodeURIComponent;
  return {
    /** `notes` are for the owner, who sees them in the provider's dashboard. */
    createOrder: (order: WantedOrder) => call(providerOrderSchema, 'orders', { ...order, payment: CAPTURE }),
    /** Undefined when the provider knows no order with this receipt. */
    findOrder: async (receipt: string) =>
      (await list(providerOrderSchema, `orders?receipt=${of(receipt)}&count=10`)).find(
        (one) => one.receipt === receipt,
      ),
    paymentsOf: (orderId: string) => list(providerPaymentSchema, `orders/${of(orderId)}/payments`),
    /** A hundred of any order, newest first, after the first `skip`; null for those that nobody can read. */
    payments: (since: Date, skip: number) =>
      readable(
        providerPaymentSchema,
        `payments?from=${Math.floor(since.getTime() / 1000)}&count=${MOST_LISTED}&skip=${skip}`,
      ),
    refundsOf: (paymentId: string) => list(providerRefundSchema, `payments/${of(paymentId)}/refunds?count=100`),
    /** Gives money back. `receipt` is ours: by it a refund whose answer was lost is found. */
    refund: (paymentId: string, { reason, ...refund }: { amount: number; receipt: string; reason: string }) =>
      call(providerRefundSchema, `payments/${of(paymentId)}/refund`, { ...refund, notes: { reason } }),
    /** The hundred newest, in the same way. */
    disputes: () => readable(providerDisputeSchema, `disputes?count=${MOST_LISTED}`),
  };
}

const matches = (content: string | Buffer, given: string, secret: string): boolean => {
  const wanted = createHmac('sha256', secret).update(content).digest();
  const received = Buffer.from(/^[0-9a-f]{64}$/i.test(given) ? given : '', 'hex');
  return received.length === wanted.length && timingSafeEqual(received, wanted);
};

/** Whether the provider's checkout made this signature. The order id must be the stored one, not the browser's. */
export const isPaymentSignature = (
  storedOrderId: string,
  paymentId: string,
  signature: string,
  keySecret: string,
): boolean => matches(`${storedOrderId}|${paymentId}`, signature, keySecret);

/**
 * With which of the secrets the provider signed this webhook: its signature covers the body byte for byte.
 * @param secrets the one in use first, then the one that it replaces
 * @returns the secret's place in the list, -1 when it is none of them
 */
export const webhookSecretOf = (rawBody: Buffer, signature: string, secrets: readonly string[]): number =>
  secrets.findIndex((secret) => matches(rawBody, signature, secret));

export const updateOfPayment = (payment: ProviderPayment): PaymentUpdate => ({
  paymentId: payment.id,
  change: {
    about: 'payment',
    status: payment.status,
    captured: payment.captured === true,
    amount: payment.amount,
    currency: payment.currency,
    amountRefunded: payment.amount_refunded ?? 0,
  },
  details: {
    method: payment.method,
    errorCode: payment.error_code,
    errorDescription: payment.error_description,
    at: dateOf(payment.created_at),
  },
});

export const updateOfRefund = ({ payment_id: paymentId, receipt, ...refund }: ProviderRefund): PaymentUpdate => ({
  paymentId,
  change: { about: 'refund', ...refund },
  receipt: receipt ?? undefined,
});

export const updateOfDispute = ({
  payment_id: paymentId,
  respond_by: by,
  created_at: at,
  ...dispute
}: ProviderDispute): PaymentUpdate => ({
  paymentId,
  change: { about: 'dispute', ...dispute, respondBy: dateOf(by) },
  details: { at: dateOf(at) },
});
