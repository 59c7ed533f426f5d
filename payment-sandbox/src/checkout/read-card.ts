import { findCard, type TestCard } from '../cards';
import { RefusedError } from '../errors';

export interface CardInput {
  card: TestCard;
  name: string;
}

const NAME_MAX = 100;

const refuse = (field: string, description: string): RefusedError =>
  new RefusedError(description, { field, source: 'customer' });

const text = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');

/** Month and year as typed: `12/30`, `12 / 2030`, `1230`. Good until the end of that month. */
function isFuture(expiry: string, today: Date): boolean {
  const parts = /^(\d{2})\s*\/?\s*(?:20)?(\d{2})$/.exec(expiry);
  const month = Number(parts?.[1]);
  const year = 2000 + Number(parts?.[2]);
  return month >= 1 && month <= 12 && new Date(year, month, 1) > today;
}

/**
 * Checks what was typed into the card form, in the order of its fields.
 * @throws RefusedError with the field at fault, in words for the customer
 */
export function readCard(input: unknown, today = new Date()): CardInput {
  const fields = typeof input === 'object' && input !== null ? (input as Record<string, unknown>) : {};
  const number = text(fields.number);
  if (number === '') throw refuse('card[number]', 'Please enter the card number.');
  const card = findCard(number);
  if (!card) throw refuse('card[number]', 'This sandbox takes only its test cards. Never type a real card here.');
  if (!isFuture(text(fields.expiry), today)) {
    throw refuse('card[expiry]', 'Please enter a month and year to come, such as 12/30.');
  }
  if (!/^\d{3}$/.test(text(fields.cvv))) throw refuse('card[cvv]', 'Please enter the three digits of the CVV.');
  const name = text(fields.name);
  if (name === '' || name.length > NAME_MAX) throw refuse('card[name]', 'Please enter the name on the card.');
  return { card, name };
}
