import { useList } from '@refinedev/core';
import type { Course } from 'api-wire/office/courses';
import { ORDER_STATES, type OrderStatus } from 'api-wire/order-states';

const NO_ORDER = { label: 'No order', sentence: 'No order was made.', tone: 'plain' } as const;

/** How far an order is, in words an owner uses. */
export const orderWords = (status: OrderStatus | null) => (status === null ? NO_ORDER : ORDER_STATES[status]);

export const COURSE_STATUS = [
  ['open', 'Open'],
  ['full', 'Full'],
  ['closed', 'Closed'],
] as const;

/** The catalogue: what each course costs now, and whether it can be paid for. */
export const useCourses = () => useList<Course>({ resource: 'courses', pagination: { mode: 'off' } });

export const labelOf = (courses: readonly Course[], variant: string): string =>
  courses.find((course) => course.variant === variant)?.label ?? variant;
