import type { CourseVariant } from '../../../wire/orders';
import { COURSES } from '../../db/tables/courses-schema';
import { StartError } from '../../errors';

/** The course that a person named. @throws StartError */
export const readVariant = (word: string | undefined): CourseVariant => {
  const variant = COURSES.find((one) => one === word);
  if (!variant) throw new StartError(`Which course? Name one of ${COURSES.join(', ')}.`);
  return variant;
};
