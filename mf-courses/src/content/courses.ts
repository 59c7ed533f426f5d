import type { Money } from 'api-wire/money';
import type { CatalogueItem, CourseFormat } from 'api-wire/orders';
import raw from './courses.content.json';
import type { Content } from './schema';

export const { courses } = raw as Content['courses'];

export type Course = (typeof courses)[number];

/** An offer: label, price, description of the payment. The content's prices are for a course host without a catalogue. */
export type Offer = Omit<Course['offer'], 'label' | 'price' | 'plusTax'> & {
  label: string;
  price: Money;
  plusTax: boolean;
  /** Place and next dates of the course, in the owner's words. */
  place?: string | null | undefined;
  nextDates?: string | null | undefined;
  /** Unset means a course in a group. */
  format?: CourseFormat;
  /** Unset means `open`; `unknown` while the price is not known. Only an open offer shows its price. */
  status?: CatalogueItem['status'] | 'unknown';
};

/** @returns undefined when there is no such course */
export const findCourse = (id: string | undefined): Course | undefined => courses.find((course) => course.id === id);
