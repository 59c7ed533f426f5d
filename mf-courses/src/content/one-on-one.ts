import type { z } from 'zod';
import raw from './one-on-one.content.json';
import type { schemas } from './schema';

export const oneOnOne = raw as z.output<(typeof schemas)['one-on-one']>;
