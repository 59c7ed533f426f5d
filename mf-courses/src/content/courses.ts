import type { Money } from 'api-wire/money';
import type { CatalogueItem, CourseFormat } from 'api-wire/orders';
import raw from './courses.content.json';
import type { Content } from './schema';

export const { courses } = raw as Content['courses'];

export type Course = (typeof courses)[number];

/** What can be paid for: label, price, description of the payment. The content has it at the prices of a course host without a catalogue. */
export type Offer = Omit<Course['offer'], 'label' | 'price' | 'plusTax'> & {
  label: string;
  price: Money;
  plusTax: boolean;
  /** Where it is held, and when next, in the owner's words. */
  place?: string | null | undefined;
  nextDates?: string | null | undefined;
  /** Unset: with a group. */
  format?: CourseFormat;
  /** Whether it can be paid for; `unknown` while nobody can say what it costs. */
  status?: CatalogueItem['status'] | 'unknown';
};

/** @returns undefined when there is no such course */
export const findCourse = (id: string | undefined): Course | undefined => courses.find((course) => course.id === id);
