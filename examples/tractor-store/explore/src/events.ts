import type { EventDeclarations } from '@wholepage/contracts/events';
import { object, string } from 'valibot';

/** What team explore tells the others. */
export const events = {
  /** Somebody chose where to pick an order up. */
  'store-picked': { detail: object({ id: string(), name: string() }) },
} satisfies EventDeclarations;
