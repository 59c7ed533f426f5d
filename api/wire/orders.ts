import * as z from 'zod';
import { objectOf, saveResponseSchema } from './enquiries';
import { ENROLMENT_FIELDS } from './forms';
import { ofUnits } from './money';

/** The course variants and their prices, without the tax that comes on top of some. */
export const COURSE_CATALOGUE = {
  online: { label: 'Online Course', price: ofUnits(50_000), description: 'Online Course', plusTax: true },
  offline: { label: 'Offline Course', price: ofUnits(100_000), description: 'Offline Course', plusTax: true },
  'only-offline': {
    label: 'Only Offline Course',
    price: ofUnits(200_000),
    description: 'Offline Course',
    plusTax: false,
  },
} as const;

export type CourseVariant = keyof typeof COURSE_CATALOGUE;
export const COURSES = Object.keys(COURSE_CATALOGUE) as [CourseVariant, ...CourseVariant[]];

/** How a course is taken. Both cost the same. */
export const COURSE_FORMATS = ['group', 'one-on-one'] as const;
export type CourseFormat = (typeof COURSE_FORMATS)[number];

/** `full` and `closed` courses are shown and cannot be paid for. */
export const COURSE_STATUSES = ['open', 'full', 'closed'] as const;

export const courseLabel = (course: CourseVariant, format: CourseFormat): string => {
  const { label } = COURSE_CATALOGUE[course];
  return format === 'one-on-one' ? `One-on-one transformation, ${label}` : label;
};

const AMOUNT_PROBLEM = 'An order needs the amount of a course, in paise.';
/** Of an order without a currency, as this site makes them. */
export const createOrderSchema = z.object({
  amount: z.number(AMOUNT_PROBLEM).int(AMOUNT_PROBLEM).positive(AMOUNT_PROBLEM),
});
/** `id` is the provider's order id. */
export const orderResponseSchema = z.object({ id: z.string().min(1) });

const CONFIRMATION_PROBLEM = 'A confirmation needs order id, payment id and signature.';
const part = (max: number) =>
  z.string(CONFIRMATION_PROBLEM).min(1, CONFIRMATION_PROBLEM).max(max, CONFIRMATION_PROBLEM);

/** Names are the provider's, as its checkout hands them to the browser. */
export const confirmPaymentSchema = z.object({
  razorpay_order_id: part(64),
  razorpay_payment_id: part(64),
  razorpay_signature: part(256),
});
export type ConfirmPayment = z.output<typeof confirmPaymentSchema>;

/** A course as it can be paid for now: `GET /catalogue`. */
export const catalogueItemSchema = z.object({
  variant: z.enum(COURSES),
  label: z.string(),
  /** What an order of it has, in the smallest unit of the currency: without the tax that comes on top. */
  amount: z.number().int().positive(),
  currency: z.string(),
  plus_tax: z.boolean(),
  status: z.enum(COURSE_STATUSES),
  /** Where it is held, and when next, in the owner's words; null while nobody has said. */
  place: z.string().nullable(),
  next_dates: z.string().nullable(),
});

export const catalogueResponseSchema = z.object({
  success: z.literal(true),
  data: z.array(catalogueItemSchema),
});

export type CatalogueItem = z.output<typeof catalogueItemSchema>;

/** Who wants to take which course; made before the order, which names it in the header `Enrolment-Id`. */
export const enrolmentSchema = objectOf(ENROLMENT_FIELDS).extend({
  course: z.enum(COURSES, { error: 'Please choose a course.' }),
  /** Earlier pages send none. */
  format: z.enum(COURSE_FORMATS).default('group'),
  /** Version of the data protection notice that was shown. */
  notice: z.string().trim().max(32).optional(),
});
export type EnrolmentRequest = z.output<typeof enrolmentSchema>;

export const enrolmentResponseSchema = saveResponseSchema.extend({ id: z.string() });

/**
 * State of a payment, known by its id alone:
 * - `confirmed`: the provider has the money;
 * - `authorized`: the provider, or its signature, has said that the bank agreed: not certain yet;
 * - `returned`: all of the money has gone back, or is on its way;
 * - `failed`: it was not made;
 * - `unconfirmed`: every other id.
 */
export const paymentStateResponseSchema = z.object({
  success: z.literal(true),
  state: z.enum(['confirmed', 'authorized', 'returned', 'failed', 'unconfirmed']),
});

export type PaymentKnown = z.output<typeof paymentStateResponseSchema>['state'];
