import type { z } from 'zod';
import type { schemas } from './schema';
import raw from './thank-you.content.json';

/** Checked when built; see `schema.ts`. */
export const thankYou = raw as z.output<(typeof schemas)['thank-you']>;
