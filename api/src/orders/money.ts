import { asc, inArray } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Money } from '../../wire/money';
import { type OrderStatus, PAYMENT_STATES, type PaymentState } from '../../wire/order-states';
import type { Queries } from '../db/database';
import {
  DISPUTE_STATUSES,
  type DisputeStatus,
  disputes,
  type orders,
  PAYMENT_STATUSES,
  type PaymentStatus,
  payments,
  REFUND_STATUSES,
  type RefundStatus,
  refundRequests,
  refunds,
} from '../db/tables/orders-schema';

/*
 * The state of an order's money, computed from the provider's stored facts. Only this file interprets them: lists,
 * mails, screens, problems and exports call `moneyOf`.
 */

/** A payment's facts, in the currency's smallest unit. They are only added, so that the order of changes does not matter. */
export interface PaymentHistory {
  status: PaymentStatus;
  captured: boolean;
  /** Null until the provider itself has answered. */
  amount: number | null;
  currency: string | null;
  /** Largest refunded amount in any report of the payment. */
  amountRefunded: number;
  refunds: ReadonlyMap<string, { amount: number; status: RefundStatus }>;
  disputes: ReadonlyMap<string, { amount: number; status: DisputeStatus; respondBy?: Date | null }>;
}

/** A report on a payment by the provider, or by the browser with the provider's signature. */
export type PaymentChange =
  | {
      about: 'payment';
      status: PaymentStatus;
      captured?: boolean;
      amount?: number;
      currency?: string;
      amountRefunded?: number;
    }
  | { about: 'refund'; id: string; amount: number; status: RefundStatus }
  | { about: 'dispute'; id: string; amount: number; status: DisputeStatus; respondBy?: Date | undefined };

export const NO_HISTORY: PaymentHistory = {
  status: 'created',
  captured: false,
  amount: null,
  currency: null,
  amountRefunded: 0,
  refunds: new Map(),
  disputes: new Map(),
};

/** The part of an order that concerns its money. */
export interface Ordered extends Money {
  providerOrderId: string | null;
  expiredAt: Date | null;
}

/** A payment with the office's refund requests. */
export interface PaymentFacts extends PaymentHistory {
  id: string;
  /** Sum of requested refunds that the provider has not reported yet, in the payment's currency. */
  asked?: number;
  capturedAt?: Date | null;
}

/** Sums in one currency: what was captured, and where it is now. */
const SUMS = [
  /** Captured by the provider. */
  'captured',
  /** Refunded to the buyer, pending refunds included. */
  'refunded',
  /** Refunded for certain. */
  'returned',
  /** Lost in disputes. */
  'lost',
  /** Captured, and neither refunded nor lost. */
  'held',
  /** The part of it in open disputes. */
  'inDispute',
  /** Refundable: held, not in dispute, and without a refund request. */
  'returnable',
] as const;
type SumName = (typeof SUMS)[number];
export interface Sums extends Record<SumName, Money> {}

export interface PaymentMoney extends Sums {
  id: string;
  state: PaymentState;
  amount: Money;
  capturedAt: Date | null;
  /** Whether amount and currency are its order's. Others never count as the order's payment, and need a person. */
  fits: boolean;
}

/** Money of an order; the sums are of the payments that fit. */
export interface OrderMoney extends Sums {
  status: OrderStatus;
  payments: PaymentMoney[];
  /** Held beyond the price: due to the buyer, unless several payments are accepted. */
  owed: Money;
}

const RUNNING: readonly DisputeStatus[] = ['open', 'under_review', 'action_required'];
export const isRunning = (status: DisputeStatus): boolean => RUNNING.includes(status);

const sumOf = <S>(rows: ReadonlyMap<string, { amount: number; status: S }>, wanted: (status: S) => boolean): number =>
  [...rows.values()].reduce((sum, { amount, status }) => (wanted(status) ? sum + amount : sum), 0);

/**
 * Adds the refunds known one by one, and those that only the payment shows, from their request on, less the failed ones.
 */
const refundedOf = ({ refunds, amountRefunded }: PaymentHistory): number =>
  Math.max(
    sumOf(refunds, (status) => status !== 'failed'),
    amountRefunded - sumOf(refunds, (status) => status === 'failed'),
  );

/** Returns a payment's state. A payment whose money is all gone is neither paid, disputed nor partly refunded. */
export function paymentState(history: PaymentHistory): PaymentState {
  const lost = sumOf(history.disputes, (status) => status === 'lost');
  const gone = refundedOf(history) + lost;
  const isAllGone = gone > 0 && gone >= (history.amount ?? gone);
  if (isAllGone) return lost > 0 ? 'charged_back' : 'refunded';
  if ([...history.disputes.values()].some(({ status }) => isRunning(status))) return 'disputed';
  if (gone > 0) return 'partly_refunded';
  if (sumOf(history.refunds, (status) => status === 'failed') > 0) return 'refund_failed';
  if (history.captured) return 'paid';
  if (history.status === 'authorized') return 'authorized';
  return history.status === 'failed' ? 'failed' : 'attempted';
}

export function paymentMoney(order: Money, payment: PaymentFacts): PaymentMoney {
  const amount = payment.amount ?? order.amount;
  const currency = payment.currency ?? order.currency;
  const captured = payment.captured ? amount : 0;
  const refunded = Math.min(captured, refundedOf(payment));
  const returned = Math.min(
    captured,
    sumOf(payment.refunds, (status) => status === 'processed'),
  );
  // A bank may take back what was refunded before: then the money is gone twice.
  const lost = Math.min(
    captured,
    sumOf(payment.disputes, (status) => status === 'lost'),
  );
  const held = Math.max(0, captured - refunded - lost);
  const inDispute = Math.min(held, sumOf(payment.disputes, isRunning));
  const returnable = Math.max(0, held - inDispute - (payment.asked ?? 0));
  const sums = { captured, refunded, returned, lost, held, inDispute, returnable };
  return {
    id: payment.id,
    state: paymentState(payment),
    amount: { amount, currency },
    capturedAt: payment.capturedAt ?? null,
    fits: amount === order.amount && currency === order.currency,
    ...inCurrency(currency, (name) => sums[name]),
  };
}

const inCurrency = (currency: string, amountOf: (name: SumName) => number): Sums =>
  Object.fromEntries(SUMS.map((name) => [name, { amount: amountOf(name), currency }])) as Record<SumName, Money>;

/** States by precedence for the order's status, lowest first. */
const LEADING = Object.keys(PAYMENT_STATES) as PaymentState[];

/** Returns an order's status. `pending`: the provider was not asked, or its answer is unknown. `created`: it has the order. */
const statusOf = (order: Ordered, states: readonly PaymentState[]): OrderStatus => {
  const leading = LEADING.findLast((state) => states.includes(state));
  if (leading && leading !== 'failed' && leading !== 'attempted') return leading;
  if (order.expiredAt) return 'expired';
  return leading ?? (order.providerOrderId ? 'created' : 'pending');
};

export function moneyOf(order: Ordered, facts: Iterable<PaymentFacts>): OrderMoney {
  const payments = [...facts].map((payment) => paymentMoney(order, payment));
  const fitting = payments.filter(({ fits }) => fits);
  const sums = inCurrency(order.currency, (name) => fitting.reduce((sum, payment) => sum + payment[name].amount, 0));
  const states = fitting.map(({ state }) => state);
  return {
    status: statusOf(order, states),
    payments,
    ...sums,
    owed: { amount: Math.max(0, sums.held.amount - order.amount), currency: order.currency },
  };
}

/** Statuses in which a payment may still come: none failed, and the order is not expired. */
export const AWAITED = ['pending', 'created', 'attempted'] as const satisfies OrderStatus[];

/** Unpaid statuses, which may expire. */
export const UNPAID: readonly OrderStatus[] = [...AWAITED, 'failed'];

/** Age up to which orders are reconciled: a bank may still take money back. */
export const LOOKED_AFTER = '90 days';

export const MONEY_MOVED: readonly PaymentState[] = [
  'partly_refunded',
  'refunded',
  'refund_failed',
  'disputed',
  'charged_back',
];

/**
 * Allowed transitions of a payment. Reports can be late, so that steps may be skipped, but never undone: a refunded
 * payment, even in part, is never `paid` again. A refund that the provider could not carry out has its own state.
 */
export const TRANSITIONS: Readonly<Record<PaymentState, readonly PaymentState[]>> = {
  attempted: ['failed', 'authorized', 'paid', ...MONEY_MOVED],
  // A bank may approve after a refusal.
  failed: ['authorized', 'paid', ...MONEY_MOVED],
  authorized: ['paid', ...MONEY_MOVED],
  paid: MONEY_MOVED,
  partly_refunded: ['refunded', 'refund_failed', 'disputed', 'charged_back'],
  refunded: ['partly_refunded', 'refund_failed', 'disputed', 'charged_back'],
  refund_failed: ['partly_refunded', 'refunded', 'disputed', 'charged_back'],
  // A dispute that is won or dropped restores the former state.
  disputed: LEADING,
  // A part of the money is held after all: its refund failed.
  charged_back: ['partly_refunded', 'disputed'],
};

export const mayFollow = (before: PaymentState, after: PaymentState): boolean =>
  before === after || TRANSITIONS[before].includes(after);

const later = <T extends string>(list: readonly T[], a: T, b: T): T => (list.indexOf(b) > list.indexOf(a) ? b : a);

/** Adds a report to the history; late and repeated ones change nothing. */
export function applyChange(history: PaymentHistory, change: PaymentChange): PaymentHistory {
  if (change.about === 'payment') {
    const amount = history.amount ?? change.amount ?? null;
    const whole = change.status === 'refunded' ? (amount ?? 0) : 0;
    return {
      ...history,
      status: later(PAYMENT_STATUSES, history.status, change.status),
      captured: history.captured || change.captured === true || change.status === 'captured',
      amount,
      currency: history.currency ?? change.currency ?? null,
      amountRefunded: Math.max(history.amountRefunded, change.amountRefunded ?? 0, whole),
    };
  }
  const { id, amount } = change;
  if (change.about === 'refund') {
    const status = later(REFUND_STATUSES, history.refunds.get(id)?.status ?? change.status, change.status);
    return { ...history, refunds: new Map(history.refunds).set(id, { amount, status }) };
  }
  const known = history.disputes.get(id);
  const status = later(DISPUTE_STATUSES, known?.status ?? change.status, change.status);
  // A late report may name a past day.
  const said = [change.respondBy, known?.respondBy];
  const respondBy = (status === change.status ? said : said.reverse()).find(Boolean) ?? null;
  return { ...history, disputes: new Map(history.disputes).set(id, { amount, status, respondBy }) };
}

/** Details of a payment for people. */
interface PaymentDetails {
  method?: string | null | undefined;
  errorCode?: string | null | undefined;
  errorDescription?: string | null | undefined;
  at?: Date | undefined;
}

/** A report with its payment. */
export interface PaymentUpdate {
  paymentId: string;
  change: PaymentChange;
  details?: PaymentDetails | undefined;
  /** Receipt of a refund: the id of the office's request, if it has one. */
  receipt?: string | undefined;
}

export type Order = typeof orders.$inferSelect;

export const priceOf = ({ amount, currency }: Order): Money => ({ amount, currency });

type Row<Table extends PgTable> = Table['$inferSelect'];

/** A stored payment with its refunds and disputes. */
export interface StoredPayment extends Row<typeof payments>, PaymentFacts {
  amount: number | null;
  currency: string | null;
  capturedAt: Date | null;
  refunds: Map<string, Row<typeof refunds>>;
  disputes: Map<string, Row<typeof disputes>>;
  requests: Row<typeof refundRequests>[];
}

export async function loadFacts(db: Queries, orderIds: readonly string[]): Promise<Map<string, StoredPayment[]>> {
  const found = new Map<string, StoredPayment[]>();
  const ids = [...orderIds];
  const rows = await db.select().from(payments).where(inArray(payments.orderId, ids)).orderBy(asc(payments.createdAt));
  const of = db.select({ id: payments.id }).from(payments).where(inArray(payments.orderId, ids));
  const given = await db.select().from(refunds).where(inArray(refunds.paymentId, of));
  const questioned = await db.select().from(disputes).where(inArray(disputes.paymentId, of));
  const requests = await db.select().from(refundRequests).where(inArray(refundRequests.paymentId, of));
  const byId = <T extends { id: string; paymentId: string }>(list: T[], id: string): Map<string, T> =>
    new Map(list.filter(({ paymentId }) => paymentId === id).map((row) => [row.id, row]));
  for (const row of rows) {
    const known = byId(given, row.id);
    const own = requests.filter(({ paymentId }) => paymentId === row.id);
    const waiting = own.filter(({ state, refundId }) => state !== 'refused' && !known.has(refundId ?? ''));
    const asked = waiting.reduce((sum, { amount }) => sum + amount, 0);
    const facts = { ...row, refunds: known, disputes: byId(questioned, row.id), requests: own, asked };
    found.set(row.orderId, [...(found.get(row.orderId) ?? []), facts]);
  }
  return found;
}

export async function loadMoney(db: Queries, list: readonly Order[]): Promise<Map<string, OrderMoney>> {
  const ids = list.map(({ id }) => id);
  const facts = await loadFacts(db, ids);
  return new Map(list.map((order) => [order.id, moneyOf(order, facts.get(order.id) ?? [])]));
}
