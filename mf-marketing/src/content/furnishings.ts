import type { z } from 'zod';
import raw from './furnishings.content.json';
import type { schemas } from './schema';

/** Checked when built; see `schema.ts`. */
export const furnishings = raw as z.output<typeof schemas.furnishings>;
