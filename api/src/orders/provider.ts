import { createHmac, timingSafeEqual } from 'node:crypto';
import { parseAs } from '@wholepage/releases/store/store';
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

/** A payment in REST responses and webhooks, without the payer's personal details. */
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
  /** Our id, when the office requested it. */
  receipt: z.string().max(64).nullish(),
});
export const providerDisputeSchema = z.object({
  id,
  payment_id: id,
  amount,
  status: z.enum(DISPUTE_STATUSES),
  /** Deadline for an answer. */
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

/** Most items in one response. */
export const MOST_LISTED = 100;

/** Error codes of requests that never reached the provider. */
const NOT_REACHED = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH']);

/** Returns the error of a request without a complete response. */
const unreachable = (error: unknown): ProviderError => {
  const cause = (error as { cause?: unknown }).cause ?? error;
  // A timeout's code is a number, which means nothing to people.
  const { code: named } = cause as { code?: unknown };
  const code = typeof named === 'string' ? named : '';
  const outcome = NOT_REACHED.has(code) ? 'refused' : 'uncertain';
  return new ProviderError(`The payment provider did not answer (${code || messageOf(error)}).`, outcome, {
    cause: error,
  });
};

/** Reads a response's text. @throws Error when it is larger than any of the provider's */
const readAnswer = async (response: Response): Promise<string> => {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk as Uint8Array, { stream: true });
    if (text.length > LARGEST_ANSWER) throw new Error('its answer is too large');
  }
  return text;
};

const refusalSchema = z.object({ error: z.object({ description: z.string() }) });
const reasonOf = (body: string): string =>
  parseAs(refusalSchema, body)?.error.description.slice(0, 200) ?? 'no reason given';

/**
 * Capture options of every order. The provider captures payments, even those authorised up to 12 hours late. Later ones
 * stay reserved for five days, and then return to the buyer at normal speed.
 */
const CAPTURE = {
  capture: 'automatic',
  capture_options: { automatic_expiry_period: 720, manual_expiry_period: 7200, refund_speed: 'normal' },
};

export type ProviderClient = ReturnType<typeof createProviderClient>;

/**
 * Returns the client of the provider's REST API (Razorpay). All calls throw ProviderError.
 * @param payment origin, keys and timeout, which covers the whole response
 */
export function createProviderClient(payment: Config['payment']) {
  const authorization = `Basic ${Buffer.from(`${payment.keyId}:${payment.keySecret}`).toString('base64')}`;
  /** Calls the API, by POST when there is a body. @throws ProviderError also for an invalid response */
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
  /** Reads a list in which an invalid item is null and hides no other. */
  const readable = <T extends z.ZodType>(item: T, path: string) => list(item.nullable().catch(null), path);
  const of = encodeURIComponent;
  return {
    /** `notes` show in the provider's dashboard. */
    createOrder: (order: WantedOrder) => call(providerOrderSchema, 'orders', { ...order, payment: CAPTURE }),
    /** Returns the order of a receipt; undefined when there is none. */
    findOrder: async (receipt: string) =>
      (await list(providerOrderSchema, `orders?receipt=${of(receipt)}&count=10`)).find(
        (one) => one.receipt === receipt,
      ),
    paymentsOf: (orderId: string) => list(providerPaymentSchema, `orders/${of(orderId)}/payments`),
    /** Returns a hundred payments of all orders, newest first, after the first `skip`; null for invalid ones. */
    payments: (since: Date, skip: number) =>
      readable(
        providerPaymentSchema,
        `payments?from=${Math.floor(since.getTime() / 1000)}&count=${MOST_LISTED}&skip=${skip}`,
      ),
    refundsOf: (paymentId: string) => list(providerRefundSchema, `payments/${of(paymentId)}/refunds?count=100`),
    /** Refunds money. `receipt` is our id, by which a refund is found after a lost response. */
    refund: (paymentId: string, { reason, ...refund }: { amount: number; receipt: string; reason: string }) =>
      call(providerRefundSchema, `payments/${of(paymentId)}/refund`, { ...refund, notes: { reason } }),
    /** Returns the hundred newest disputes; null for invalid ones. */
    disputes: () => readable(providerDisputeSchema, `disputes?count=${MOST_LISTED}`),
  };
}

const matches = (content: string | Buffer, given: string, secret: string): boolean => {
  const wanted = createHmac('sha256', secret).update(content).digest();
  const received = Buffer.from(/^[0-9a-f]{64}$/i.test(given) ? given : '', 'hex');
  return received.length === wanted.length && timingSafeEqual(received, wanted);
};

/** Whether a signature is the provider's checkout's. The order id must be the stored one, not the browser's. */
export const isPaymentSignature = (
  storedOrderId: string,
  paymentId: string,
  signature: string,
  keySecret: string,
): boolean => matches(`${storedOrderId}|${paymentId}`, signature, keySecret);

/**
 * Finds the secret that signed a webhook. The signature covers the raw body.
 * @param secrets the present one first, then the one that it replaces
 * @returns index of the secret; -1 for none
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
