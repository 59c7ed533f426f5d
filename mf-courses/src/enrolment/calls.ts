import { ENROLMENT_HEADER, SUBMISSION_HEADER } from 'api-wire/forms';
import type { Money } from 'api-wire/money';
import type { ConfirmPayment } from 'api-wire/orders';
import { tabStore } from 'shared-ui/storage';
import { AlreadyPaidError, type EnrolmentError, OfferChangedError, orderLost, orderRefused } from './errors';

/** Timeout of an order in milliseconds. The API itself may send the provider two requests. */
const ORDER_TIMEOUT = 20_000;
/** Timeout of the confirmation in milliseconds, while a paid visitor waits. The webhook settles a missed one. */
const CONFIRMATION_TIMEOUT = 5000;

/** Posts JSON. @param timeout in milliseconds */
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

/** The API's message to the visitor; empty when there is none. */
export const messageOf = (answer: unknown): string => {
  const message = typeof answer === 'object' && answer !== null && 'message' in answer ? answer.message : undefined;
  return typeof message === 'string' ? message : '';
};

/** Turns a response without an order into an error for the visitor. */
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

/** Ids that an order is created with, beside its amount. */
export interface OrderTies {
  /** Idempotency key of one attempt: the network may send the request twice, but only one order is created. */
  attempt: string;
  /** Id of the order's enrolment; undefined where the course host returned none. */
  enrolment: string | undefined;
}

/**
 * Creates an order at the provider through the API.
 * @param host prefix of the course calls
 * @param price the charge, in the course host's only currency
 * @returns the provider's order id
 * @throws EnrolmentError when the response cannot be read or has no id
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
 * Confirms a payment to the API. Never rejects: the visitor has paid, and no failure here is theirs.
 * @returns true when the API has accepted it
 */
export async function confirmPayment(host: string, payment: Partial<ConfirmPayment>): Promise<boolean> {
  return post(`${host}/confirm_payment.php`, payment, CONFIRMATION_TIMEOUT).then(
    ({ ok }) => ok,
    () => false,
  );
}
