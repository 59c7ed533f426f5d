import { MOST_FRAMES } from '@wholepage/contracts/report-limits';
import * as z from 'zod';
import { type BridgeCall, CALL_CHARS, type FromGuest, LONGEST_REASON, PASSED_HEADERS } from './protocol';

/** Forms of what a guest says; the results of its tasks have forms of their own, see `answers`. */
export const reasonSchema = z.string().max(LONGEST_REASON);

const position = z.int().min(0).max(9_999_999);

export const failureSchema: z.ZodType<FromGuest['failed']> = z.object({
  reason: reasonSchema,
  name: z.string().max(60),
  at: z.array(z.tuple([position, position])).max(MOST_FRAMES),
});

export const bridgeCallSchema: z.ZodType<BridgeCall> = z.object({
  call: z.int().min(0),
  request: z.object({
    url: z.string().max(CALL_CHARS.url),
    method: z.string().max(CALL_CHARS.method),
    headers: z.partialRecord(z.enum(PASSED_HEADERS), z.string().max(CALL_CHARS.header)),
  }),
});
