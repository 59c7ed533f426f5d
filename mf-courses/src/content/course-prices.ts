import type { z } from 'zod';
import raw from './course-prices.content.json';
import type { schemas } from './schema';

export const coursePrices = raw as z.output<(typeof schemas)['course-prices']>;
