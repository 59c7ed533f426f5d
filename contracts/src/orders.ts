import { z } from 'zod';

/** The course variants and their prices in rupees. The amount sent is the price times 100 (paise), without
 * the tax that comes on top of some. */
export const COURSE_CATALOGUE = {
  online: { label: 'Online Course', priceInRupees: 50_000, description: 'Online Course', plusTax: true },
  offline: { label: 'Offline Course', priceInRupees: 100_000, description: 'Offline Course', plusTax: true },
  'only-offline': {
    label: 'Only Offline Course',
    priceInRupees: 200_000,
    description: 'Offline Course',
    plusTax: false,
  },
} as const;

export type CourseVariant = keyof typeof COURSE_CATALOGUE;

export const CURRENCY = 'INR';

export const createOrderSchema = z.object({ amount: z.number().int().positive() });
/** `id` is the provider's order id. */
export const orderResponseSchema = z.object({ id: z.string().min(1) });

/** Names are the provider's, as its checkout hands them to the browser. */
export const confirmPaymentSchema = z.object({
  razorpay_order_id: z.string().min(1).max(64),
  razorpay_payment_id: z.string().min(1).max(64),
  razorpay_signature: z.string().min(1).max(256),
});
export type ConfirmPayment = z.output<typeof confirmPaymentSchema>;
