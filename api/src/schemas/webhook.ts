import * as z from 'zod';

/** An event of the payment provider, as far as its form is fixed. */
export const webhookSchema = z.looseObject({
  entity: z.literal('event'),
  event: z.string().describe('Such as payment.captured; unknown ones are kept and answered 200'),
  payload: z.looseObject({}),
});

export const webhookResponseSchema = z.object({
  success: z.literal(true),
  outcome: z.enum(['applied', 'unknown_event', 'unknown_order', 'unreadable', 'repeated']),
});
