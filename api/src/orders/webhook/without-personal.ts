/** What tells who paid. It is of no use here, so it is not kept. */
const PERSONAL = new Set([
  'email',
  'contact',
  'notes',
  'card',
  'card_id',
  'vpa',
  'customer_id',
  'token_id',
  'acquirer_data',
  'upi',
  'bank_account',
  'name',
]);

/** Control characters and half pairs, which the database cannot keep in JSON. */
const UNSTORABLE = /\p{Cc}|\p{Surrogate}/gu;

/** The text without what the database cannot keep. */
export const storable = (text: string): string => text.replace(UNSTORABLE, '');

/** A copy of a provider's entity that may be kept: nothing personal, bounded in depth, breadth and length. */
export function withoutPersonal(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return storable(value).slice(0, 2000);
  if (typeof value !== 'object' || value === null) return value;
  if (depth > 12) return null;
  if (Array.isArray(value)) return value.slice(0, 100).map((item) => withoutPersonal(item, depth + 1));
  const entries = Object.entries(value).filter(([name]) => !PERSONAL.has(name));
  return Object.fromEntries(entries.map(([name, item]) => [storable(name), withoutPersonal(item, depth + 1)]));
}
