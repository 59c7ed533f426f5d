import raw from './enrolment.content.json';
import type { Content } from './schema';

export const enrolment = raw as Content['enrolment'];

/** The main action of pages that sell a course. The button with this id opens the enrolment. */
export const ENROL = { words: 'Enrol', target: 'enrol' };
