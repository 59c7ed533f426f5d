import { ENROLMENT_HEADER, SUBMISSION_HEADER } from 'api-wire/forms';
import type { Money } from 'api-wire/money';
import type { ConfirmPayment } from 'api-wire/orders';
import { tabStore } from 'shared-ui/storage';
import { AlreadyPaidError, type EnrolmentError, OfferChangedError, orderLost, orderRefused } from './errors';

/** Longest wait for an order: the API itself may ask the provider twice. Milliseconds. */
const ORDER_TIMEOUT = 20_000;
/** Longest that a paid visitor waits for the confirmation; the webhook settles what it misses. */
const CONFIRMATION_TIMEOUT = 5000;

/** Posts JSON. @param timeout milliseconds until it is given up */
export const post = (
  url: string,
  body: unknown,
  timeout: number,
  headers: Record<string, string> = {},
): Promise<Response> =>
  fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(timeout),
  });

/** The `id` of an answer; undefined when it has none. */
export const idOf = (answer: unknown): string | undefined => {
  const id = typeof answer === 'object' && answer !== null && 'id' in answer ? answer.id : undefined;
  return typeof id === 'string' && id !== '' ? id : undefined;
};

/** What the API says to the visitor; empty when it says nothing. */
export const messageOf = (answer: unknown): string => {
  const message = typeof answer === 'object' && answer !== null && 'message' in answer ? answer.message : undefined;
  return typeof message === 'string' ? message : '';
};

/** Why there is no order, as an error for the visitor. */
function refusalOf(answer: unknown): EnrolmentError {
  const { code, amount, currency, plus_tax: plusTax } = (answer ?? {}) as Record<string, unknown>;
  const message = messageOf(answer);
  const isPrice = typeof amount === 'number' && typeof currency === 'string' && typeof plusTax === 'boolean';
  if (message && code === 'price_changed' && isPrice)
    return new OfferChangedError(message, { price: { amount, currency }, plusTax });
  if (message && code === 'already_paid') return new AlreadyPaidError(message);
  if (message && code === 'course_unavailable') return new OfferChangedError(message, undefined);
  return orderRefused(message);
}

/** What an order is made with beside its amount. */
export interface OrderTies {
  /** Names one try, so that an order is made once even when the network sends it twice. */
  attempt: string;
  /** Id of the enrolment that it is for; undefined where the course host keeps none. */
  enrolment: string | undefined;
}

/**
 * Has the API make an order at the provider.
 * @param host prefix of the course calls
 * @param price what is charged, in the one currency of the course host
 * @returns the provider's order id
 * @throws EnrolmentError without a readable answer, or when it holds no id
 */
export async function createOrder(host: string, { amount }: Money, { attempt, enrolment }: OrderTies): Promise<string> {
  let answer: unknown;
  try {
    const headers = { [SUBMISSION_HEADER]: attempt, ...(enrolment && { [ENROLMENT_HEADER]: enrolment }) };
    const response = await post(`${host}/create_order.php`, { amount }, ORDER_TIMEOUT, headers);
    answer = await response.json();
  } catch (error) {
    throw orderLost(error);
  }
  const id = idOf(answer);
  if (id === undefined) throw refusalOf(answer);
  return id;
}

/** A payment of this tab whose confirmation was lost: the success page sends it again. */
export const unconfirmed = tabStore<ConfirmPayment>('payment-unconfirmed');

/**
 * Tells the API of the payment. The visitor has paid, so nothing that goes wrong here is theirs: never rejects.
 * @returns whether the API took it
 */
export async function confirmPayment(host: string, payment: Partial<ConfirmPayment>): Promise<boolean> {
  return post(`${host}/confirm_payment.php`, payment, CONFIRMATION_TIMEOUT).then(
    ({ ok }) => ok,
    () => false,
  );
}
