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
 * The state of an order's money, from the facts that the provider reported. Facts are stored, and what they mean is computed here
 * and nowhere else: lists, mails, screens, problems and exports ask `moneyOf`.
 */

/** All that was ever heard of a payment. Amounts are in the smallest unit of the currency. Facts are only added, so the order of changes does not matter. */
export interface PaymentHistory {
  status: PaymentStatus;
  captured: boolean;
  /** Null until the provider itself has answered. */
  amount: number | null;
  currency: string | null;
  /** The most that a payment entity said was refunded. */
  amountRefunded: number;
  refunds: ReadonlyMap<string, { amount: number; status: RefundStatus }>;
  disputes: ReadonlyMap<string, { amount: number; status: DisputeStatus; respondBy?: Date | null }>;
}

/** Something that the provider, or the browser with the provider's signature, says of a payment. */
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

/** An order as far as its money is concerned. */
export interface Ordered extends Money {
  providerOrderId: string | null;
  expiredAt: Date | null;
}

/** A payment and what the office asked to be given back of it. */
export interface PaymentFacts extends PaymentHistory {
  id: string;
  /** Asked for, and not yet among the refunds that the provider reported. In the payment's currency. */
  asked?: number;
  capturedAt?: Date | null;
}

/** Sums of money in one currency: what came, and where it is now. */
const SUMS = [
  /** What the provider captured for us. */
  'captured',
  /** Given back to the buyer, or on its way there. */
  'refunded',
  /** Gone back for certain. */
  'returned',
  /** Taken back by a bank. */
  'lost',
  /** What is here: captured, neither refunded nor lost. */
  'held',
  /** The part of it that a bank asks for. */
  'inDispute',
  /** What can be given back: here, not in question, and not asked to be given back. */
  'returnable',
] as const;
type SumName = (typeof SUMS)[number];
export interface Sums extends Record<SumName, Money> {}

export interface PaymentMoney extends Sums {
  id: string;
  state: PaymentState;
  amount: Money;
  capturedAt: Date | null;
  /** It has the amount and currency of its order. Another never counts as its payment: a person has to look at it. */
  fits: boolean;
}

/** The sums are those of the payments that fit. */
export interface OrderMoney extends Sums {
  status: OrderStatus;
  payments: PaymentMoney[];
  /** What is here beyond the price: the buyer's, unless several payments are meant. */
  owed: Money;
}

const RUNNING: readonly DisputeStatus[] = ['open', 'under_review', 'action_required'];
export const isRunning = (status: DisputeStatus): boolean => RUNNING.includes(status);

const sumOf = <S>(rows: ReadonlyMap<string, { amount: number; status: S }>, wanted: (status: S) => boolean): number =>
  [...rows.values()].reduce((sum, { amount, status }) => (wanted(status) ? sum + amount : sum), 0);

/**
 * Refunds that we know one by one count. Those that only the payment itself shows count, too, less those that failed. It counts a refund from the moment at which it is asked for.
 */
const refundedOf = ({ refunds, amountRefunded }: PaymentHistory): number =>
  Math.max(
    sumOf(refunds, (status) => status !== 'failed'),
    amountRefunded - sumOf(refunds, (status) => status === 'failed'),
  );

/** Where a payment stands by all that is known of it: none is called paid, disputed or refunded in part whose money is all gone. */
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
  // A bank may take what was refunded before: then the money went twice.
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

/** Which of several payments speaks for the order, least first. */
const LEADING = Object.keys(PAYMENT_STATES) as PaymentState[];

/** `pending`: the provider has not been asked, or the answer is not known. `created`: it has the order. */
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

/** A payment may be on its way: none was refused, and nobody has given the order up. */
export const AWAITED = ['pending', 'created', 'attempted'] as const satisfies OrderStatus[];

/** Nobody has paid, so it may be given up. */
export const UNPAID: readonly OrderStatus[] = [...AWAITED, 'failed'];

/** For so long after an order its money is asked for and looked at: a bank may still take it back. */
export const LOOKED_AFTER = '90 days';

export const MONEY_MOVED: readonly PaymentState[] = [
  'partly_refunded',
  'refunded',
  'refund_failed',
  'disputed',
  'charged_back',
];

/**
 * What may become of a payment. News can be late, so steps may be left out, but nothing goes back: what was refunded,
 * if only in part, is never paid again. A refund that the provider could not carry out has a state of its own.
 */
export const TRANSITIONS: Readonly<Record<PaymentState, readonly PaymentState[]>> = {
  attempted: ['failed', 'authorized', 'paid', ...MONEY_MOVED],
  // A bank may agree after it has refused.
  failed: ['authorized', 'paid', ...MONEY_MOVED],
  authorized: ['paid', ...MONEY_MOVED],
  paid: MONEY_MOVED,
  partly_refunded: ['refunded', 'refund_failed', 'disputed', 'charged_back'],
  refunded: ['partly_refunded', 'refund_failed', 'disputed', 'charged_back'],
  refund_failed: ['partly_refunded', 'refunded', 'disputed', 'charged_back'],
  // Won or dropped, a dispute leaves the payment as it was without it.
  disputed: LEADING,
  // Another part of the money is here after all: its refund failed.
  charged_back: ['partly_refunded', 'disputed'],
};

export const mayFollow = (before: PaymentState, after: PaymentState): boolean =>
  before === after || TRANSITIONS[before].includes(after);

const later = <T extends string>(list: readonly T[], a: T, b: T): T => (list.indexOf(b) > list.indexOf(a) ? b : a);

/** Adds a change. One that is late, or comes again, changes nothing. */
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
  // What is late names a day that may be over.
  const said = [change.respondBy, known?.respondBy];
  const respondBy = (status === change.status ? said : said.reverse()).find(Boolean) ?? null;
  return { ...history, disputes: new Map(history.disputes).set(id, { amount, status, respondBy }) };
}

/** What a payment carries beside its history; only for people. */
interface PaymentDetails {
  method?: string | null | undefined;
  errorCode?: string | null | undefined;
  errorDescription?: string | null | undefined;
  at?: Date | undefined;
}

/** A change and the payment that it is about. */
export interface PaymentUpdate {
  paymentId: string;
  change: PaymentChange;
  details?: PaymentDetails | undefined;
  /** The receipt of a refund: the id of the office's request, where the office asked for it. */
  receipt?: string | undefined;
}

export type Order = typeof orders.$inferSelect;

export const priceOf = ({ amount, currency }: Order): Money => ({ amount, currency });

type Row<Table extends PgTable> = Table['$inferSelect'];

/** A payment as it is stored, with all that hangs on it. */
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
