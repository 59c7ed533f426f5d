import { z } from 'zod';

/**
 * What is known of a payment by its id alone: `confirmed` once the provider, or its signature, has said that it was made;
 * `failed` when it was not; `unconfirmed` for every other id.
 */
export const paymentStateResponseSchema = z.object({
  success: z.literal(true),
  state: z.enum(['confirmed', 'failed', 'unconfirmed']),
});

export type PaymentKnown = z.output<typeof paymentStateResponseSchema>['state'];
