import { randomInt, randomUUID } from 'node:crypto';

const CARD = { number: '4111111111111111', expiry: '12/39', cvv: '123', name: 'Asha Kurien' };
const AMOUNT = 5_000_000;

export interface Shop {
  /** Address of the API's calls. */
  api: string;
  /** Address of the payment sandbox, and its account's key. */
  sandbox: string;
  keyId: string;
}

/** @throws naming the call that was not answered well */
async function post<T>(url: string, body: unknown, headers: Record<string, string> = {}): Promise<T> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as T;
}

/** An address of its own, so that no limit counts several visitors as one. */
const someAddress = (): string => `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`;

/**
 * What the site's page and the provider's checkout say for one course that is enrolled in and paid. The site hears of it by the
 * provider's webhooks.
 * @returns whose it was, and what the checkout gives the page to confirm it with: `POST /confirm_payment.php`
 */
export async function payInCheckout({ api, sandbox, keyId }: Shop): Promise<{ email: string; proof: unknown }> {
  const id = randomUUID();
  const email = `${id}@hotel.example`;
  const visitor = { 'idempotency-key': id, 'x-forwarded-for': someAddress() };
  const frame = { origin: new URL(sandbox).origin };
  const person = { name: CARD.name, email, phone: '+91 98400 00000' };
  const enrolment = await post<{ id: string }>(`${api}/enrolments`, { ...person, course: 'online' }, visitor);
  const tied = { ...visitor, 'enrolment-id': enrolment.id };
  const order = await post<{ id: string }>(`${api}/create_order.php`, { amount: AMOUNT }, tied);
  const means = { key: keyId, order_id: order.id, amount: AMOUNT, card: CARD };
  const payment = await post<{ payment_id: string }>(`${sandbox}/checkout/payments`, means, frame);
  const otp = `${sandbox}/checkout/payments/${payment.payment_id}/otp`;
  const { response } = await post<{ response: unknown }>(otp, { otp: '1234' }, frame);
  return { email, proof: response };
}
