import type { z } from 'zod';
import raw from './process.content.json';
import type { schemas } from './schema';

/** Checked when built; see `schema.ts`. */
export const process = raw as z.output<typeof schemas.process>;
