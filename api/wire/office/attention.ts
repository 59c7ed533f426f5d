import * as z from 'zod';
import { listOf, moment } from './lists';

/** Something that a person has to look at, for as long as it lasts. */
const attentionSchema = z.object({
  name: z.string(),
  text: z.string(),
  raised_at: moment,
  /** Of money: the payment by which it is settled, and the order that shows it. */
  payment_id: z.string().nullable(),
  order_id: z.string().nullable(),
});
export type Attention = z.output<typeof attentionSchema>;
export const attentionListSchema = listOf(attentionSchema);

/** The newest back-up, if there is one. */
export const backupListSchema = listOf(z.object({ made_at: moment }));
