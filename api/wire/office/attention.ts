import * as z from 'zod';
import { listOf, moment } from './lists';

/** Something that a person has to look at, for as long as it lasts. */
export const attentionListSchema = listOf(z.object({ name: z.string(), text: z.string(), raised_at: moment }));

/** The newest back-up, if there is one. */
export const backupListSchema = listOf(z.object({ made_at: moment }));
