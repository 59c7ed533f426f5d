import { useList } from '@refinedev/core';
import type { courseSchema } from 'api-wire/office/courses';
import type { z } from 'zod';

export type Course = z.output<typeof courseSchema>;

/** The catalogue: what each course costs now, and whether it can be paid for. */
export const useCourses = () => useList<Course>({ resource: 'courses', pagination: { mode: 'off' } });

export const labelOf = (courses: readonly Course[], variant: string): string =>
  courses.find((course) => course.variant === variant)?.label ?? variant;
