import { createHmac, randomInt } from 'node:crypto';
import * as z from 'zod';

/* Data on the wire, in the provider's format. */

/** The `error` of a refused call, and of the page's event `payment.failed`. */
export interface WireError {
  code: 'BAD_REQUEST_ERROR' | 'GATEWAY_ERROR' | 'SERVER_ERROR';
  description: string;
  source: string;
  step: string;
  reason: string;
  metadata: { payment_id?: string; order_id?: string };
  field?: string;
}

export interface PaymentResponse {
  razorpay_payment_id: string;
  razorpay_order_id: string;
  razorpay_signature: string;
}

export type Outcome = { status: 'captured'; response: PaymentResponse } | { status: 'failed'; error: WireError };

/** A refusal of a call in the provider's words. The response body is `{ error: … }`. */
export class RefusedError extends Error {
  override name = 'RefusedError';
  readonly status: number;
  readonly body: WireError;

  /** @param description for the merchant, one sentence @param more fields that differ from a plain bad request */
  constructor(description: string, more: Partial<WireError> & { status?: number } = {}) {
    super(description);
    const { status = 400, ...rest } = more;
    this.status = status;
    this.body = {
      code: 'BAD_REQUEST_ERROR',
      description,
      source: 'business',
      step: 'payment_initiation',
      reason: 'input_validation_failed',
      metadata: {},
      ...rest,
    };
  }
}

/** Parses a body. @throws RefusedError that names the first field at fault, such as `card[number]` */
export function read<T extends z.ZodType>(schema: T, body: unknown): z.output<T> {
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  const [
    {
      message,
      path: [name, ...within],
    } = { message: '', path: [] },
  ] = parsed.error.issues;
  throw new RefusedError(message, { field: `${String(name)}${within.map((part) => `[${String(part)}]`).join('')}` });
}

/** The merchant's own number of an order or a refund. */
export const receiptSchema = z
  .string('The receipt must be a string.')
  .max(40, 'The receipt may not be greater than 40 characters.')
  .nullish()
  .transform((receipt) => receipt ?? null);

/** Notes that a merchant attaches. Without any, the wire has an empty array. */
export const notesSchema = z
  .union([z.record(z.string(), z.coerce.string().max(256)), z.tuple([])], 'The notes must be an object.')
  .default([]);

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** Creates an id in the provider's format: a prefix and 14 letters or digits. */
export function makeId(prefix: 'order' | 'pay' | 'card' | 'evt' | 'rfnd'): string {
  return `${prefix}_${Array.from({ length: 14 }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')}`;
}

/** Hexadecimal HMAC-SHA256, the provider's only signature. */
export const sign = (content: string, secret: string): string =>
  createHmac('sha256', secret).update(content).digest('hex');

/** Seconds since 1970. */
export const now = (): number => Math.floor(Date.now() / 1000);
