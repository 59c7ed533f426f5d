import type { z } from 'zod';
import raw from './hours.content.json';
import type { schemas } from './schema';

/** Checked when built; see `schema.ts`. */
export const hours = raw as z.output<typeof schemas.hours>;
