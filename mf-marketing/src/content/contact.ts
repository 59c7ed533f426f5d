import type { z } from 'zod';
import raw from './contact.content.json';
import type { schemas } from './schema';

/** Checked when built; see `schema.ts`. */
export const contact = raw as z.output<typeof schemas.contact>;
