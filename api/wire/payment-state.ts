import * as z from 'zod';

/**
 * State of a payment, known by its id alone:
 * - `confirmed`: the provider has the money;
 * - `authorized`: the provider, or its signature, has said that the bank agreed: not certain yet;
 * - `failed`: it was not made;
 * - `unconfirmed`: every other id.
 */
export const paymentStateResponseSchema = z.object({
  success: z.literal(true),
  state: z.enum(['confirmed', 'authorized', 'failed', 'unconfirmed']),
});

export type PaymentKnown = z.output<typeof paymentStateResponseSchema>['state'];
