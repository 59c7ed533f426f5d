import type { z } from 'zod';
import raw from './directors.content.json';
import type { schemas } from './schema';

/** Checked when built; see `schema.ts`. */
export const directors = raw as z.output<typeof schemas.directors>;
