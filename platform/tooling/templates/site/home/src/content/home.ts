import type { z } from 'zod';
import raw from './home.content.json';
import type { schemas } from './schema';

/** Checked when built; see `schema.ts`. */
export const home = raw as z.output<typeof schemas.home>;
