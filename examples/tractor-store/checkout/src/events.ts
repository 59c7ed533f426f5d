import type { EventDeclarations } from '@wholepage/contracts/events';
import { integer, minValue, number, object, pipe } from 'valibot';

/** What team checkout tells the others. */
export const events = {
  /** There are so many pieces in the cart now. */
  'cart-changed': { detail: object({ count: pipe(number(), integer(), minValue(0)) }), retained: true },
} satisfies EventDeclarations;
