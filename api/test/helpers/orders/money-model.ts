/** A generator of numbers that gives the same ones for the same seed (mulberry32). */
export const seeded = (seed: number) => {
  let state = seed;
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    chance: (probability: number): boolean => next() < probability,
    upTo: (most: number): number => Math.floor(next() * (most + 1)),
    pick: <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)] as T,
    shuffled: <T>(list: readonly T[]): T[] =>
      list
        .map((item) => ({ item, place: next() }))
        .sort((a, b) => a.place - b.place)
        .map(({ item }) => item),
  };
};

export type Random = ReturnType<typeof seeded>;

const PRICE = 5_000_000;

/** What really happened to a payment at the provider. */
export interface TruePayment {
  id: string;
  status: 'failed' | 'authorized' | 'captured';
  amount: number;
  refunds: { id: string; amount: number; status: 'failed' | 'processed' }[];
  dispute: 'won' | 'lost' | 'closed' | undefined;
}

const isCaptured = ({ status }: TruePayment): boolean => status === 'captured';
export const isMismatch = (payment: TruePayment): boolean => isCaptured(payment) && payment.amount !== PRICE;

/** What of a payment's money is here for certain. */
export const heldOf = (payment: TruePayment): number => {
  if (!isCaptured(payment) || isMismatch(payment) || payment.dispute === 'lost') return 0;
  const gone = payment.refunds.filter(({ status }) => status === 'processed');
  return payment.amount - gone.reduce((sum, { amount }) => sum + amount, 0);
};

/** Payments of one order, as a provider, its banks and a hesitant customer make them. */
export function makePayments(random: Random, name: string): TruePayment[] {
  return Array.from({ length: random.upTo(2) }, (_, index): TruePayment => {
    const id = `pay_${name}_${index}`;
    const status = random.pick(['failed', 'authorized', 'captured', 'captured', 'captured'] as const);
    const amount = random.chance(0.15) ? 4_500_000 : PRICE;
    const fits = status === 'captured' && amount === PRICE;
    const parts = fits && random.chance(0.4) ? random.pick([[PRICE], [1_000_000], [1_000_000, 4_000_000]]) : [];
    const refunds = parts.flatMap((part, place) => {
      const made = { id: `rfnd_${id}_${place}`, amount: part, status: 'processed' as const };
      // A refund may fail before the one that goes through.
      return random.chance(0.4) ? [{ ...made, id: `${made.id}_failed`, status: 'failed' as const }, made] : [made];
    });
    const dispute =
      fits && refunds.length === 0 && random.chance(0.2) ? random.pick(['won', 'lost', 'closed'] as const) : undefined;
    return { id, status, amount, refunds, dispute };
  });
}

/** Where an order has to stand in the end. */
export function statusOf(payments: readonly TruePayment[]): string {
  const states = payments
    .filter((payment) => !isMismatch(payment))
    .filter(({ status, amount }) => status !== 'authorized' || amount === PRICE);
  const fitting = states.filter(({ amount }) => amount === PRICE);
  const stateOf = (payment: TruePayment): string => {
    if (payment.status !== 'captured') return payment.status;
    if (payment.dispute === 'lost') return 'charged_back';
    const held = heldOf(payment);
    if (held === payment.amount) return 'paid';
    return held > 0 ? 'partly_refunded' : 'refunded';
  };
  const order = ['failed', 'refunded', 'charged_back', 'authorized', 'partly_refunded', 'paid'];
  return order.findLast((state) => fitting.map(stateOf).includes(state)) ?? 'created';
}
