import type { z } from 'zod';
import raw from './about.content.json';
import type { schemas } from './schema';

/** Checked when built; see `schema.ts`. */
export const about = raw as z.output<typeof schemas.about>;
