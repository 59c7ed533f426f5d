import type { z } from 'zod';
import raw from './enrolment.content.json';
import type { schemas } from './schema';

export const enrolment = raw as z.output<typeof schemas.enrolment>;
