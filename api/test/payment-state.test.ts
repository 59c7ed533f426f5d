import {
  applyChange,
  mayFollow,
  NO_HISTORY,
  type PaymentChange,
  type PaymentHistory,
  paymentState,
  TRANSITIONS,
} from '../src/orders/money';

const AMOUNT = 20_000_000;
const payment = (
  status: 'failed' | 'authorized' | 'captured' | 'refunded',
  refunded = 0,
  captured = true,
): PaymentChange => ({
  about: 'payment',
  status,
  captured: captured && status !== 'failed' && status !== 'authorized',
  amount: AMOUNT,
  currency: 'INR',
  amountRefunded: refunded,
});
const refund = (id: string, amount: number, status: 'pending' | 'processed' | 'failed'): PaymentChange => ({
  about: 'refund',
  id,
  amount,
  status,
});
const dispute = (status: 'open' | 'under_review' | 'won' | 'lost'): PaymentChange => ({
  about: 'dispute',
  id: 'disp_1',
  amount: AMOUNT,
  status,
});

/** Lives as the provider tells them, and how each has to end. */
const HISTORIES: [string, PaymentChange[], string][] = [
  ['failed, then captured', [payment('failed'), payment('authorized'), payment('captured')], 'paid'],
  [
    'refunded in two parts',
    [
      payment('authorized'),
      payment('captured'),
      refund('a', 5_000_000, 'pending'),
      refund('a', 5_000_000, 'processed'),
      refund('b', 15_000_000, 'processed'),
      payment('refunded', AMOUNT),
    ],
    'refunded',
  ],
  [
    'refunded in part',
    [payment('captured'), payment('captured', 1_000_000), refund('a', 1_000_000, 'processed')],
    'partly_refunded',
  ],
  [
    'late, never captured, gone back',
    [payment('failed'), payment('authorized'), payment('refunded', AMOUNT, false), refund('a', AMOUNT, 'processed')],
    'refunded',
  ],
  ['late, never captured', [payment('failed'), payment('authorized')], 'authorized'],
  [
    'a refund that failed',
    [payment('captured'), payment('refunded', AMOUNT), refund('a', AMOUNT, 'pending'), refund('a', AMOUNT, 'failed')],
    'refund_failed',
  ],
  [
    'disputed and lost',
    [payment('captured'), dispute('open'), dispute('under_review'), dispute('lost')],
    'charged_back',
  ],
  ['disputed and won', [payment('captured'), dispute('open'), dispute('won')], 'paid'],
  [
    'refunded, then disputed and won',
    [
      payment('captured'),
      payment('refunded', AMOUNT),
      refund('a', AMOUNT, 'processed'),
      dispute('open'),
      dispute('won'),
    ],
    'refunded',
  ],
];

function* permutations<T>(items: readonly T[]): Generator<T[]> {
  if (items.length === 0) yield [];
  for (const [at, item] of items.entries()) {
    for (const rest of permutations(items.toSpliced(at, 1))) yield [item, ...rest];
  }
}

/** Everything that a payment was on the way, when each change comes twice: at once, and again at the end. */
const run = (changes: readonly PaymentChange[]): PaymentHistory[] => {
  const histories = [NO_HISTORY];
  for (const piece of [...changes.flatMap((one) => [one, one]), ...changes])
    histories.push(applyChange(histories.at(-1) ?? NO_HISTORY, piece));
  return histories;
};

/** The first thing in a history that must not be, in words. */
const faultOf = (histories: readonly PaymentHistory[], end: string): string | undefined => {
  const states = histories.map(paymentState);
  if (states.at(-1) !== end) return `ends ${states.at(-1)}`;
  const refunded = states.findIndex((state) => state === 'refunded' || state === 'partly_refunded');
  if (refunded >= 0 && states.includes('paid', refunded)) return 'paid again after a refund';
  const step = states.findIndex((state, at) => !mayFollow(states[at - 1] ?? state, state));
  if (step >= 0) return `${states[step - 1]} → ${states[step]}`;
  return states.some((state, at) => state === 'paid' && !histories[at]?.captured)
    ? 'paid without a capture'
    : undefined;
};

test.each(HISTORIES)(
  '%s: in whatever order it is reported, it ends the same and never goes back',
  (_name, changes, end) => {
    for (const order of permutations(changes)) {
      const fault = faultOf(run(order), end);
      if (fault) throw new Error(`${fault}: ${JSON.stringify(order)}`);
    }
  },
);

test('no way leads from a refund to paid, but through a dispute that was won', () => {
  const reached = new Set(['refunded', 'partly_refunded', 'refund_failed'] as const);
  for (const state of reached) expect(TRANSITIONS[state]).not.toContain('paid');
  expect(Object.entries(TRANSITIONS).flatMap(([from, next]) => (next.includes('paid') ? [from] : []))).toEqual([
    'attempted',
    'failed',
    'authorized',
    'disputed',
  ]);
});
