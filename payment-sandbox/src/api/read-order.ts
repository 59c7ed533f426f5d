import { makeId, now } from '../ids';
import type { Capture } from '../store/store';
import type { Order } from '../wire';
import { readNotes, readReceipt } from './read-notes';
import { refuse } from './refuse';

const AMOUNT_MIN = 100;

function readAmount(value: unknown): number {
  if (value === undefined || value === null || value === '') return refuse('amount', 'The amount field is required.');
  const amount = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value;
  if (typeof amount !== 'number' || !Number.isSafeInteger(amount)) {
    return refuse('amount', 'The amount must be an integer.');
  }
  if (amount < AMOUNT_MIN) return refuse('amount', 'Order amount less than minimum amount allowed');
  return amount;
}

function readCurrency(value: unknown): string {
  if (value === undefined || value === '') return refuse('currency', 'The currency field is required.');
  return value === 'INR' ? value : refuse('currency', 'Currency is not supported');
}

/** How an order wants its payments to be captured. @param payment the body's `payment` */
export function readCapture(payment: unknown): Capture {
  if (payment === undefined || payment === null) return 'account';
  const capture = typeof payment === 'object' && 'capture' in payment ? payment.capture : undefined;
  if (capture === 'automatic' || capture === 'manual') return capture;
  return refuse('payment', 'The selected payment.capture is invalid.');
}

/** Makes a new order of a request's body. @throws RefusedError that names the field at fault. */
export function readOrder(body: Record<string, unknown>): Order {
  const amount = readAmount(body.amount);
  return {
    id: makeId('order'),
    entity: 'order',
    amount,
    amount_paid: 0,
    amount_due: amount,
    currency: readCurrency(body.currency),
    receipt: readReceipt(body.receipt),
    offer_id: null,
    status: 'created',
    attempts: 0,
    notes: readNotes(body.notes),
    created_at: now(),
  };
}
