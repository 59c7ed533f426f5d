/*
 * What an order and its payments may be, in words of the owner. For servers and browsers alike, so without a schema
 * library: what it compiles breaks the office's Trusted Types.
 */

/** How strongly a state asks for somebody. */
type Tone = 'good' | 'accent' | 'warn' | 'bad' | 'plain';

interface OrderState {
  label: string;
  sentence: string;
  tone: Tone;
  /** Money of the buyer is here, if only a part of it, so they take the course. */
  isPaid: boolean;
}

const state = (label: string, tone: Tone, sentence: string, isPaid = false): OrderState => ({
  label,
  sentence,
  tone,
  isPaid,
});

/**
 * The states of a payment, least first by which of several speaks for their order: money that is here before money that
 * has gone back.
 */
export const PAYMENT_STATES = {
  failed: state('Payment failed', 'warn', 'No money came. The buyer may try again.'),
  attempted: state('Tried to pay', 'warn', 'The buyer began to pay, and no money has come.'),
  refunded: state('Refunded', 'plain', 'All of the money has gone back to the buyer, or is on its way.'),
  charged_back: state('Taken back by the bank', 'bad', 'The dispute was lost: the bank has taken the money back.'),
  authorized: state('Not certain yet', 'accent', 'The bank agreed, and the money has not come yet.'),
  refund_failed: state('Refund failed', 'bad', 'A refund could not be made: the money is still here.', true),
  partly_refunded: state(
    'Refunded in part',
    'accent',
    'A part of the money has gone back to the buyer, or is on its way.',
    true,
  ),
  paid: state('Paid', 'good', 'The money is here.', true),
  disputed: state('Disputed', 'bad', "The buyer's bank asks for the money back.", true),
} as const satisfies Record<string, OrderState>;

export type PaymentState = keyof typeof PAYMENT_STATES;

/** The states of an order: before anybody pays, and then that of its leading payment. */
export const ORDER_STATES = {
  pending: state('Being made', 'plain', 'The payment provider has not confirmed the order yet.'),
  created: state('Not paid', 'plain', 'No payment of the price has been tried yet.'),
  expired: state('Given up', 'plain', 'The price was not paid in time.'),
  ...PAYMENT_STATES,
} as const satisfies Record<string, OrderState>;

export type OrderStatus = keyof typeof ORDER_STATES;
export const ORDER_STATUSES = Object.keys(ORDER_STATES) as [OrderStatus, ...OrderStatus[]];
