import type { PaymentState } from './state';

const MONEY_MOVED: readonly PaymentState[] = [
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
  disputed: [
    'attempted',
    'failed',
    'authorized',
    'paid',
    'partly_refunded',
    'refunded',
    'refund_failed',
    'charged_back',
  ],
  charged_back: ['disputed'],
};

export const mayFollow = (before: PaymentState, after: PaymentState): boolean =>
  before === after || TRANSITIONS[before].includes(after);
