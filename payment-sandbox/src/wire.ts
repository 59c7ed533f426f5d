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
  status: 'created' | 'authorized' | 'captured' | 'failed';
  order_id: string;
  invoice_id: null;
  international: boolean;
  method: 'card';
  amount_refunded: 0;
  refund_status: null;
  captured: boolean;
  description: string | null;
  card_id: string;
  card: Card;
  bank: null;
  wallet: null;
  vpa: null;
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
  acquirer_data: { auth_code: string | null };
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

export type EventName = 'payment.authorized' | 'payment.captured' | 'payment.failed' | 'order.paid';

export interface WebhookBody {
  entity: 'event';
  account_id: string;
  event: EventName;
  contains: string[];
  payload: { payment: { entity: Payment }; order?: { entity: Order } };
  created_at: number;
}
