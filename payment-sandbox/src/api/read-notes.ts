import type { Notes } from '../wire';
import { refuse } from './refuse';

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
