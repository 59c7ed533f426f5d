import * as z from 'zod';
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

/** How a course is taken. Both cost the same. */
export const COURSE_FORMATS = ['group', 'one-on-one'] as const;
export type CourseFormat = (typeof COURSE_FORMATS)[number];

/** What is sold, in words. */
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
