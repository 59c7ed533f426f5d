import * as z from 'zod';
import { CURRENCY, inUnits, ofUnits, spell } from '../money';
import { ORDER_STATUSES } from '../order-states';
import { COURSE_STATUSES, COURSES, catalogueItemSchema } from '../orders';
import type { Endpoints } from './endpoint';
import { byId, doneSchema, flag, line, listOf, listQuery, moment, searched } from './lists';
import { REFUND_STATES } from './words';

const moneySchema = z.object({ amount: z.number().int(), currency: z.string() });

/** An enrolment with its leading order. */
const enrolmentRowSchema = z.object({
  id: z.uuid(),
  created_at: moment,
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  course: z.string(),
  course_label: z.string(),
  order_id: z.string().nullable(),
  order_status: z.enum(ORDER_STATUSES).nullable(),
  /** Amount of the order. */
  amount: moneySchema.nullable(),
  /** Sum held by all of its orders. */
  held: moneySchema.nullable(),
});
export const enrolmentListQuery = listQuery(['created_at', 'name', 'course']).extend({
  /** Parts of a name and e-mail address or of a phone number, or the provider's id of an order or payment, or a receipt. */
  q: searched,
  course: z.string().max(50).optional(),
  /** Whether money is held. */
  paid: flag.optional(),
});
export type EnrolmentRow = z.input<typeof enrolmentRowSchema>;

/** An event of an order; oldest first. */
const timelineSchema = z.object({ at: moment, text: z.string(), amount: moneySchema.nullable() });

const refundRequestSchema = z.object({
  id: z.uuid(),
  payment_id: z.string(),
  amount: moneySchema,
  reason: z.string(),
  state: z.enum(REFUND_STATES),
  error: z.string().nullable(),
  requested_by: z.string(),
  created_at: moment,
});

/** A payment problem, settled by its payment's id. */
const problemSchema = z.object({
  payment_id: z.string(),
  kind: z.string(),
  title: z.string(),
  text: z.string(),
});

/** An order with its payments and events. */
const orderStorySchema = z.object({
  id: z.uuid(),
  receipt: z.string(),
  provider_order_id: z.string().nullable(),
  status: z.enum(ORDER_STATUSES),
  amount: moneySchema,
  created_at: moment,
  enrolment: enrolmentRowSchema
    .pick({ id: true, name: true, email: true, phone: true, course: true, course_label: true })
    .nullable(),
  paid: moneySchema,
  refunded: moneySchema,
  lost: moneySchema,
  in_dispute: moneySchema,
  held: moneySchema,
  /** Captured payments, and what is still refundable of each. */
  payments: z.array(
    z.object({ id: z.string(), status: z.string(), amount: moneySchema, returnable: moneySchema, fits: z.boolean() }),
  ),
  /** Whether several payments are held for the same thing. */
  paid_twice: z.boolean(),
  problems: z.array(problemSchema),
  timeline: z.array(timelineSchema),
  refund_requests: z.array(refundRequestSchema),
});
export type OrderStory = z.input<typeof orderStorySchema>;

/**
 * `id` is the sender's idempotency key. `amount` and `returnable`, what was refundable when the sender looked, are in
 * the smallest unit of the payment's currency.
 */
const newRefundSchema = z.object({
  id: z.uuid(),
  payment_id: z.string().min(1).max(64),
  amount: z.number().int().positive(),
  returnable: z.number().int().optional(),
  reason: line(200),
});

const courseSchema = catalogueItemSchema
  .omit({ amount: true, currency: true })
  .extend({ version: z.number().int(), variant: z.string(), price: moneySchema });
export type Course = z.input<typeof courseSchema>;
const coursePatchSchema = z
  .object({
    price: moneySchema
      .extend({ currency: z.string().refine((currency) => currency === CURRENCY) })
      .refine((price) => inUnits(price) >= 1 && inUnits(price) <= 10_000_000 && Number.isInteger(inUnits(price)), {
        error: `A price is a whole number from ${spell(ofUnits(1))} to ${spell(ofUnits(10_000_000))}.`,
      }),
    status: z.enum(COURSE_STATUSES),
    /** Empty: unknown. */
    place: z.union([z.literal('').transform(() => null), line(60)]),
    next_dates: z.union([z.literal('').transform(() => null), line(120)]),
    reason: line(200),
  })
  .partial()
  .extend({ version: z.number().int() });

export const COURSE_CALLS = {
  'GET /enrolments': { right: 'desk', query: enrolmentListQuery, answer: listOf(enrolmentRowSchema) },
  'GET /enrolments/:id': { right: 'desk', params: byId, answer: enrolmentRowSchema },
  'GET /orders/:id': { right: 'desk', params: byId, answer: orderStorySchema },
  'POST /orders/:id/refunds': {
    right: 'owner',
    confirmed: true,
    params: byId,
    body: newRefundSchema,
    answer: orderStorySchema,
  },
  /** Mails the receipt again; `id` is an idempotency key. */
  'POST /orders/:id/receipt': { right: 'desk', params: byId, body: byId, answer: doneSchema },
  /** Settles a payment's problems, all or the one that was seen: they are dealt with, or both of two payments are accepted. */
  'POST /problems/:payment/settle': {
    right: 'owner',
    params: z.object({ payment: z.string().max(64) }),
    body: z.object({ reason: line(200), text: z.string().max(1000).optional() }),
    answer: doneSchema,
  },
  'GET /exports/participants.csv': {
    right: 'desk',
    confirmed: true,
    query: z.object({ course: z.enum(COURSES).optional() }),
  },
  'GET /courses': { right: 'desk', answer: listOf(courseSchema) },
  'PATCH /courses/:variant': {
    right: 'owner',
    params: z.object({ variant: z.enum(COURSES) }),
    body: coursePatchSchema,
    answer: courseSchema,
  },
} as const satisfies Endpoints;
