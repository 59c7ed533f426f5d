import type { TestCard } from '../cards';
import { RefusedError } from '../errors';
import type { TestError } from '../test-errors';
import { findAddress } from '../upi';
import { readCard } from './read-card';
import { shortText } from './short-text';

const VPA_MAX = 100;

/** What a customer pays with. */
export type Means = { method: 'card'; card: TestCard; name: string } | { method: 'upi'; vpa: string };

/**
 * Reads the means of a payment from what the checkout sent: `card`, or `upi` with its `vpa`.
 * @returns the means, and how the payment ends once the customer has agreed to it
 * @throws RefusedError with the field at fault, in words for the customer
 */
export function readMeans({ card, upi }: Record<string, unknown>): { means: Means; error: TestError | undefined } {
  if (upi === undefined) {
    const read = readCard(card);
    return { means: { method: 'card', ...read }, error: read.card.error };
  }
  const given = typeof upi === 'object' && upi !== null && 'vpa' in upi ? upi.vpa : undefined;
  const address = findAddress(shortText(given, VPA_MAX));
  if (!address) {
    throw new RefusedError('This sandbox takes only its test addresses, such as success@razorpay.', {
      field: 'vpa',
      source: 'customer',
    });
  }
  return { means: { method: 'upi', vpa: address.vpa }, error: address.error };
}
