import * as z from 'zod';
import { objectOf, saveResponseSchema } from './enquiries';
import { ENROLMENT_FIELDS } from './forms';
import { COURSE_CATALOGUE, COURSE_FORMATS, type CourseVariant } from './orders';

const VARIANTS = Object.keys(COURSE_CATALOGUE) as [CourseVariant, ...CourseVariant[]];

/** Who wants to take which course; made before the order, which names it in the header `Enrolment-Id`. */
export const enrolmentSchema = objectOf(ENROLMENT_FIELDS).extend({
  course: z.enum(VARIANTS, { error: 'Please choose a course.' }),
  /** Earlier pages send none. */
  format: z.enum(COURSE_FORMATS).default('group'),
  /** Version of the data protection notice that was shown. */
  notice: z.string().trim().max(32).optional(),
});
export type EnrolmentRequest = z.output<typeof enrolmentSchema>;

export const enrolmentResponseSchema = saveResponseSchema.extend({ id: z.string() });
