import { z } from 'zod';
import { type BridgeCall, CALL_CHARS, LONGEST_REASON, PASSED_HEADERS } from './protocol';

/** Forms of what a guest says; the results of its tasks have forms of their own, see `answers`. */
export const reasonSchema = z.string().max(LONGEST_REASON);

export const bridgeCallSchema: z.ZodType<BridgeCall> = z.object({
  call: z.int().min(0),
  request: z.object({
    url: z.string().max(CALL_CHARS.url),
    method: z.string().max(CALL_CHARS.method),
    headers: z.partialRecord(z.enum(PASSED_HEADERS), z.string().max(CALL_CHARS.header)),
  }),
});
