import type { z } from 'zod';
import type { schemas } from './schema';
import raw from './studio.content.json';

/** Checked when built; see `schema.ts`. */
export const studio = raw as z.output<typeof schemas.studio>;
