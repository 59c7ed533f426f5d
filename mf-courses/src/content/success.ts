import type { z } from 'zod';
import type { schemas } from './schema';
import raw from './success.content.json';

export const success = raw as z.output<typeof schemas.success>;
