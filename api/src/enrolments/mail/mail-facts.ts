import { COURSE_CATALOGUE } from '../../../wire/orders';
import type { Enrolment } from '../save';

/** Facts under each other, without those that are not known. */
export const lines = (rows: readonly (readonly [string, string | undefined])[]): string =>
  rows.flatMap(([label, value]) => (value ? [`${label}: ${value}`] : [])).join('\n');

/** Name of the course that somebody enrolled for. */
export const courseOf = (enrolment: Enrolment | undefined): string | undefined =>
  enrolment && COURSE_CATALOGUE[enrolment.course].label;
