import { randomUUID } from 'node:crypto';
import { HONEYPOT_FIELD } from 'contracts/enquiries';
import type { Db } from '../db/database';
import { honeypotCatches } from '../db/schema';

const MOST_FIELDS = 20;
const MOST_CHARACTERS = 5000;

const clean = (text: string): string =>
  text.replace(/(?![\t\n\r])\p{Cc}|\p{Surrogate}/gu, '').slice(0, MOST_CHARACTERS);

/** True when a field was filled in that people do not see. */
export const isCaught = (body: unknown): body is Record<string, unknown> => {
  if (typeof body !== 'object' || body === null) return false;
  const value = (body as Record<string, unknown>)[HONEYPOT_FIELD];
  return value !== undefined && value !== '';
};

/** Keeps what a program sent, apart from what people sent. */
export async function keepCatch(db: Db, form: string, body: Record<string, unknown>): Promise<void> {
  const texts = Object.entries(body).flatMap(([name, value]) =>
    typeof value === 'string' ? [[clean(name), clean(value)]] : [],
  );
  await db
    .insert(honeypotCatches)
    .values({ id: randomUUID(), form, fields: Object.fromEntries(texts.slice(0, MOST_FIELDS)) });
}
