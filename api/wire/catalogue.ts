import * as z from 'zod';
import { COURSE_CATALOGUE, type CourseVariant } from './orders';

const VARIANTS = Object.keys(COURSE_CATALOGUE) as [CourseVariant, ...CourseVariant[]];

/** A course as it can be paid for now: `GET /catalogue`. */
export const catalogueItemSchema = z.object({
  variant: z.enum(VARIANTS),
  label: z.string(),
  /** What an order of it has, in the smallest unit of the currency: without the tax that comes on top. */
  amount: z.number().int().positive(),
  currency: z.string(),
  plus_tax: z.boolean(),
  /** `full` and `closed` ones are shown and cannot be paid for. */
  status: z.enum(['open', 'full', 'closed']),
  /** Where it is held, and when next, in the owner's words; null while nobody has said. */
  place: z.string().nullable(),
  next_dates: z.string().nullable(),
});

export const catalogueResponseSchema = z.object({
  success: z.literal(true),
  data: z.array(catalogueItemSchema),
});

export type CatalogueItem = z.output<typeof catalogueItemSchema>;
