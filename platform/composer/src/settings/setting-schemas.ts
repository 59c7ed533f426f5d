import { appNameSchema } from '@wholepage/contracts/release';
import type { ProductionRequirement } from '@wholepage/contracts/site';
import * as z from 'zod';

/** A TCP port; 0 for any that is free. */
export const port = z.coerce.number().int().min(0).max(65_535);

/** An absolute http(s) address, without a trailing slash. */
export const address = z.url({ protocol: /^https?$/ }).transform((value) => value.replace(/\/$/, ''));

/** Target of calls: a path of the site such as `/api`, an absolute address, or ''. */
export const host = z.union([z.literal(''), z.string().regex(/^\/[\w/-]*$/), address]);

/** Origins separated by blanks or commas. */
export const originList = z
  .string()
  .transform((value) => value.split(/[\s,]+/).filter(Boolean))
  .pipe(z.array(z.url({ protocol: /^https?$/, error: 'must be a list of origins such as https://cdn.example.com' })))
  .transform((list) => list.map((value) => new URL(value).origin))
  .optional();

const backEndsSchema = z.record(
  appNameSchema,
  z.url({ protocol: /^https?$/ }).refine((address) => new URL(address).pathname === '/', {
    error: 'is an origin, without a path',
  }),
);

const faultOf = ({ issues: [issue] }: z.ZodError): string =>
  issue ? `: ${issue.path.length > 0 ? `"${issue.path.join('.')}" ` : ''}${issue.message}` : '';

/** Back ends of remotes as JSON, such as `{ "decide": "http://127.0.0.1:3052" }`. */
export const origins = z.string().transform((text, context): Record<string, string> => {
  const refuse = (why = '') => {
    context.addIssue(`must be JSON such as { "decide": "http://127.0.0.1:3052" }${why}`);
    return z.NEVER;
  };
  try {
    const parsed = backEndsSchema.safeParse(JSON.parse(text));
    return parsed.success ? parsed.data : refuse(faultOf(parsed.error));
  } catch {
    return refuse();
  }
});

export const isSet = (env: NodeJS.ProcessEnv, name: string): boolean => Boolean(env[name]?.trim());

/** Returns a sentence for each setting missing for `NODE_ENV=production`; '' elsewhere. */
export function missingInProduction(env: NodeJS.ProcessEnv, requirements: readonly ProductionRequirement[]): string {
  if (env.NODE_ENV !== 'production') return '';
  return requirements
    .filter(({ name, fits }) => !(fits ? fits(env) : isSet(env, name)))
    .map(({ name, reason }) => `${name} is ${isSet(env, name) ? 'not for production' : 'missing'}: ${reason}.`)
    .join('\n');
}
