import { createHmac, randomBytes, randomInt } from 'node:crypto';

/** Free text that a merchant attaches. An empty one is `[]` on the wire. */
export type Notes = Record<string, string> | [];

export interface Order {
  id: string;
  entity: 'order';
  /** Paise, like every amount here. */
  amount: number;
  amount_paid: number;
  amount_due: number;
  currency: string;
  receipt: string | null;
  offer_id: null;
  status: 'created' | 'attempted' | 'paid';
  attempts: number;
  notes: Notes;
  /** Seconds since 1970. */
  created_at: number;
}

export interface Card {
  id: string;
  entity: 'card';
  name: string;
  last4: string;
  network: string;
  type: 'credit';
  issuer: null;
  international: boolean;
  emi: boolean;
  sub_type: 'consumer';
}

export interface Payment {
  id: string;
  entity: 'payment';
  amount: number;
  currency: string;
  status: 'created' | 'authorized' | 'captured' | 'refunded' | 'failed';
  order_id: string;
  invoice_id: null;
  international: boolean;
  method: 'card' | 'upi';
  amount_refunded: number;
  refund_status: null | 'partial' | 'full';
  captured: boolean;
  description: string | null;
  card_id: string | null;
  /** Absent when the payment is not by card. */
  card?: Card;
  bank: null;
  wallet: null;
  vpa: string | null;
  email: string;
  contact: string;
  notes: Notes;
  fee: number | null;
  tax: number | null;
  error_code: string | null;
  error_description: string | null;
  error_source: string | null;
  error_step: string | null;
  error_reason: string | null;
  acquirer_data: { auth_code: string | null } | { rrn: string | null };
  created_at: number;
}

export interface Refund {
  id: string;
  entity: 'refund';
  amount: number;
  currency: string;
  payment_id: string;
  notes: Notes;
  receipt: string | null;
  acquirer_data: { arn: string | null };
  batch_id: null;
  status: 'pending' | 'processed' | 'failed';
  speed_processed: 'normal';
  speed_requested: 'normal' | 'optimum';
  created_at: number;
}

export const DISPUTE_STATUSES = ['open', 'under_review', 'action_required', 'won', 'lost', 'closed'] as const;
export type DisputeStatus = (typeof DISPUTE_STATUSES)[number];

export interface Dispute {
  id: string;
  entity: 'dispute';
  payment_id: string;
  amount: number;
  currency: string;
  /** What was taken back from the merchant; 0 unless the dispute is lost. */
  amount_deducted: number;
  reason_code: string;
  reason_description: string;
  respond_by: number;
  status: DisputeStatus;
  phase: 'chargeback';
  created_at: number;
}

export interface Collection<T> {
  entity: 'collection';
  count: number;
  items: T[];
}

/** The `error` of a refused call, and what `payment.failed` hands to the page. */
export interface WireError {
  code: 'BAD_REQUEST_ERROR' | 'GATEWAY_ERROR' | 'SERVER_ERROR';
  description: string;
  source: string;
  step: string;
  reason: string;
  metadata: { payment_id?: string; order_id?: string };
  field?: string;
}

/** What the success handler is given. */
export interface PaymentResponse {
  razorpay_payment_id: string;
  razorpay_order_id: string;
  razorpay_signature: string;
}

export type EventName =
  | 'payment.authorized'
  | 'payment.captured'
  | 'payment.failed'
  | 'order.paid'
  | 'refund.created'
  | 'refund.processed'
  | 'refund.failed'
  | `payment.dispute.${'created' | Exclude<DisputeStatus, 'open'>}`;

/** The entities that an event carries. Every event here carries the payment. */
export interface Entities {
  payment: Payment;
  order?: Order;
  refund?: Refund;
  dispute?: Dispute;
}

export interface WebhookBody {
  entity: 'event';
  account_id: string;
  event: EventName;
  contains: string[];
  payload: { [Name in keyof Entities]: { entity: NonNullable<Entities[Name]> } };
  created_at: number;
}

/** A call that is refused in the provider's words. Leaves the server as `{ error: … }`. */
export class RefusedError extends Error {
  override name = 'RefusedError';
  readonly status: number;
  readonly body: WireError;

  /**
   * @param description for the merchant, one sentence
   * @param more what differs from a plain bad request
   */
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

/** The provider says the same thing of an id that never was and of one that is another merchant's. */
export const unknownId = (): RefusedError => new RefusedError('The id provided does not exist');

/** Refuses a body for one of its fields. @throws RefusedError always */
export const refuse = (field: string, description: string): never => {
  throw new RefusedError(description, { field });
};

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** An id in the provider's form: a prefix and 14 letters or digits. */
export function makeId(prefix: 'order' | 'pay' | 'card' | 'evt' | 'rfnd' | 'disp'): string {
  return `${prefix}_${Array.from({ length: 14 }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')}`;
}

/** A bank's approval code: six digits or letters. */
export const authCode = (): string => randomBytes(3).toString('hex');

/** Hexadecimal HMAC-SHA256, the provider's only signature. */
export const sign = (content: string, secret: string): string =>
  createHmac('sha256', secret).update(content).digest('hex');

/** Seconds since 1970. */
export const now = (): number => Math.floor(Date.now() / 1000);
const RECEIPT_MAX = 40;
const NOTES_MAX = 15;
const NOTE_LENGTH_MAX = 256;

/** The merchant's own number of an order or a refund. */
export function readReceipt(value: unknown): string | null {
  if (value === undefined || value === null) return null;
  if (typeof value !== 'string') return refuse('receipt', 'The receipt must be a string.');
  return value.length <= RECEIPT_MAX
    ? value
    : refuse('receipt', `The receipt may not be greater than ${RECEIPT_MAX} characters.`);
}

/** Notes of an order or a payment, checked. None is an empty array on the wire. */
export function readNotes(value: unknown): Notes {
  if (value === undefined || value === null || (Array.isArray(value) && value.length === 0)) return [];
  if (typeof value !== 'object' || Array.isArray(value)) return refuse('notes', 'The notes must be an object.');
  const notes = Object.entries(value);
  if (notes.length > NOTES_MAX)
    return refuse('notes', `Number of fields in notes should be less than or equal to ${NOTES_MAX}`);
  return Object.fromEntries(
    notes.map(([key, note]) => {
      const text = String(note);
      if (text.length <= NOTE_LENGTH_MAX) return [key, text];
      return refuse('notes', `Notes may not be greater than ${NOTE_LENGTH_MAX} characters.`);
    }),
  );
}
