import * as z from 'zod';

/**
 * State of a payment, known by its id alone:
 * - `confirmed`: the provider, or its signature, has said that it was made;
 * - `failed`: it was not made;
 * - `unconfirmed`: every other id.
 */
export const paymentStateResponseSchema = z.object({
  success: z.literal(true),
  state: z.enum(['confirmed', 'failed', 'unconfirmed']),
});

export type PaymentKnown = z.output<typeof paymentStateResponseSchema>['state'];
