import { StartError } from '@wholepage/database/errors';
import * as z from 'zod';

/** A port; 0 lets the system choose. */
export const portSetting = (fallback: number) =>
  z.coerce
    .number({ error: 'must be a number' })
    .int('must be a whole number')
    .min(0, 'must be at least 0')
    .max(65_535, 'must be at most 65535')
    .default(fallback);

/** Reads variables by a schema; an empty one counts as not set. @throws StartError with one sentence that names the variable */
export function readSettings<Schema extends z.ZodObject>(schema: Schema, env: NodeJS.ProcessEnv): z.output<Schema> {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''));
  const parsed = schema.safeParse(given);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new StartError(`The setting ${String(issue?.path[0])} ${issue?.message}.`);
}

/** A service that keeps people needs a database by name in production. @throws StartError that names the variable */
export function requireDatabase(name: string, given: { url: string; embedded: string; production: boolean }): void {
  if (given.production && !given.url && given.embedded !== '1')
    throw new StartError(
      `${name} is missing: name a database, or set EMBEDDED_DATABASE=1 to keep everything in DATA_DIR.`,
    );
}
