import type { EventDeclarations } from '@wholepage/contracts/events';
import { custom } from 'valibot';

const isCount = (count: unknown): boolean => Number.isInteger(count) && Number(count) >= 0;

/** What team checkout tells the others. */
export const events = {
  /** There are so many pieces in the cart now. */
  'cart-changed': {
    detail: custom<{ count: number }>((detail) => isCount((detail as { count?: unknown } | null)?.count)),
    retained: true,
  },
} satisfies EventDeclarations;
