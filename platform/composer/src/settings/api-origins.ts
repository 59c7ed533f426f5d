import { appNameSchema } from '@wholepage/contracts/version';
import * as z from 'zod';

const EXAMPLE = '{ "decide": "http://127.0.0.1:3052" }';

const originsSchema = z.record(
  appNameSchema,
  z.url({ protocol: /^https?$/ }).refine((address) => new URL(address).pathname === '/', {
    error: 'is an origin, without a path',
  }),
);

const faultOf = ({ path, message }: z.core.$ZodIssue): string =>
  `${path.length > 0 ? `"${path.join('.')}" ` : ''}${message}`;

/** Back ends of remotes as JSON, such as `{ "decide": "http://127.0.0.1:3052" }`; empty: none has one. */
export const apiOrigins = z
  .string()
  .default('{}')
  .transform((text, context): Record<string, string> => {
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch {
      context.addIssue({ code: 'custom', message: `must be JSON such as ${EXAMPLE}` });
      return z.NEVER;
    }
    const parsed = originsSchema.safeParse(value);
    if (parsed.success) return parsed.data;
    const [issue] = parsed.error.issues;
    context.addIssue({ code: 'custom', message: `must be JSON such as ${EXAMPLE}: ${issue && faultOf(issue)}` });
    return z.NEVER;
  });
