import type { z } from 'zod';
import raw from './enrolment.content.json';
import type { schemas } from './schema';

export const enrolment = raw as z.output<typeof schemas.enrolment>;

/** The main action of pages that sell a course: the button of that id opens the enrolment. */
export const ENROL = { words: 'Enrol', target: 'enrol' };
