import type { z } from 'zod';
import raw from './courses.content.json';
import type { schemas } from './schema';

export const courses = raw as z.output<typeof schemas.courses>;

export type Course = (typeof courses.courses)[number];

/** What can be paid for: label, price in rupees, description of the payment. The content has it at the prices of a course host without a catalogue. */
export type Offer = Omit<Course['offer'], 'priceInRupees' | 'plusTax'> & {
  priceInRupees: number;
  plusTax: boolean;
  /** Whether it can be paid for; `unknown` while nobody can say what it costs. */
  status?: 'open' | 'full' | 'closed' | 'unknown';
};

/** @returns undefined when there is no such course */
export const findCourse = (id: string | undefined): Course | undefined =>
  courses.courses.find((course) => course.id === id);
