import { readNotes } from '../api/read-notes';
import { makeId, now } from '../ids';
import type { Card, Order, Payment } from '../wire';
import type { Means } from './read-means';
import { shortText } from './short-text';

const cardOf = ({ card, name }: Extract<Means, { method: 'card' }>): Card => ({
  id: makeId('card'),
  entity: 'card',
  name,
  last4: card.number.slice(-4),
  network: card.network,
  type: 'credit',
  issuer: null,
  international: false,
  emi: false,
  sub_type: 'consumer',
});

/** A payment that has just started. @param body what the checkout sent beside the means */
export function makePayment(order: Order, means: Means, body: Record<string, unknown>): Payment {
  const card = means.method === 'card' ? cardOf(means) : undefined;
  return {
    id: makeId('pay'),
    entity: 'payment',
    amount: order.amount,
    currency: order.currency,
    status: 'created',
    order_id: order.id,
    invoice_id: null,
    international: false,
    method: means.method,
    amount_refunded: 0,
    refund_status: null,
    captured: false,
    description: shortText(body.description, 255) || null,
    card_id: card?.id ?? null,
    ...(card && { card }),
    bank: null,
    wallet: null,
    vpa: means.method === 'upi' ? means.vpa : null,
    email: shortText(body.email, 254),
    contact: shortText(body.contact, 32),
    notes: readNotes(body.notes),
    fee: null,
    tax: null,
    error_code: null,
    error_description: null,
    error_source: null,
    error_step: null,
    error_reason: null,
    acquirer_data: card ? { auth_code: null } : { rrn: null },
    created_at: now(),
  };
}
