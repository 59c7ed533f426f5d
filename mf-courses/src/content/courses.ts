import type { z } from 'zod';
import raw from './courses.content.json';
import type { schemas } from './schema';

export const courses = raw as z.output<typeof schemas.courses>;

export type Course = (typeof courses.courses)[number];

/** What can be paid for: label, price in rupees, description of the payment. */
export type Offer = Course['offer'];

/** @returns undefined when there is no such course */
export const findCourse = (id: string | undefined): Course | undefined =>
  courses.courses.find((course) => course.id === id);
