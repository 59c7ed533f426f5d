import type { z } from 'zod';
import raw from './projects.content.json';
import type { schemas } from './schema';

/** Checked when built; see `schema.ts`. */
export const projects = raw as z.output<typeof schemas.projects>;
