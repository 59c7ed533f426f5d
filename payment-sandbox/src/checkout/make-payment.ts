import { readNotes } from '../api/read-order';
import type { TestCard } from '../cards';
import { makeId, now } from '../ids';
import type { Order, Payment } from '../wire';
import { shortText } from './short-text';

/** A payment that has just begun. @param body what the checkout sent beside the card */
export function makePayment(order: Order, card: TestCard, name: string, body: Record<string, unknown>): Payment {
  const cardId = makeId('card');
  return {
    id: makeId('pay'),
    entity: 'payment',
    amount: order.amount,
    currency: order.currency,
    status: 'created',
    order_id: order.id,
    invoice_id: null,
    international: false,
    method: 'card',
    amount_refunded: 0,
    refund_status: null,
    captured: false,
    description: shortText(body.description, 255) || null,
    card_id: cardId,
    card: {
      id: cardId,
      entity: 'card',
      name,
      last4: card.number.slice(-4),
      network: card.network,
      type: 'credit',
      issuer: null,
      international: false,
      emi: false,
      sub_type: 'consumer',
    },
    bank: null,
    wallet: null,
    vpa: null,
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
    acquirer_data: { auth_code: null },
    created_at: now(),
  };
}
