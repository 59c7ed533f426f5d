import type { PaymentKnown } from 'api-wire/payment-state';
import type { LoadContext } from 'site/remote';

/** Longest that the page waits. Milliseconds. */
const TIMEOUT = 2000;

/** `unknown`: the course host cannot say, for it does not know the call, or does not answer now. */
export type PaymentKnownOrNot = PaymentKnown | 'unknown';

const STATES: readonly unknown[] = ['confirmed', 'authorized', 'failed', 'unconfirmed'] satisfies PaymentKnown[];
const isState = (value: unknown): value is PaymentKnown => STATES.includes(value);

/** Asks the course host whether a payment was made. Never rejects while the page is wanted. */
export async function loadKnown({ config, fetch, signal }: LoadContext, paymentId: string): Promise<PaymentKnownOrNot> {
  try {
    const response = await fetch(`${config.hosts.courses}/payment_state?payment_id=${encodeURIComponent(paymentId)}`, {
      signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT)]),
    });
    const answer: unknown = response.ok ? await response.json() : undefined;
    const state = typeof answer === 'object' && answer !== null && 'state' in answer ? answer.state : undefined;
    return isState(state) ? state : 'unknown';
  } catch (error) {
    if (signal.aborted) throw error;
    return 'unknown';
  }
}
