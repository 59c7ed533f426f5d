import type { z } from 'zod';
import raw from './courses-page.content.json';
import type { schemas } from './schema';

export const coursesPage = raw as z.output<(typeof schemas)['courses-page']>;
