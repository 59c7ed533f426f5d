import type { EventDeclarations } from '@wholepage/contracts/events';
import { custom, object } from 'valibot';

/** What team checkout tells the others. */
export const events = {
  /** There are so many pieces in the cart now. */
  'cart-changed': {
    detail: object({ count: custom<number>((count) => Number.isInteger(count) && Number(count) >= 0) }),
    retained: true,
  },
} satisfies EventDeclarations;
