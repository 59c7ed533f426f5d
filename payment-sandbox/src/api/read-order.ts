import { RefusedError } from '../errors';
import { makeId, now } from '../ids';
import type { Capture } from '../store';
import type { Notes, Order } from '../wire';

const AMOUNT_MIN = 100;
const RECEIPT_MAX = 40;
const NOTES_MAX = 15;
const NOTE_LENGTH_MAX = 256;

const refuse = (field: string, description: string): never => {
  throw new RefusedError(description, { field });
};

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
