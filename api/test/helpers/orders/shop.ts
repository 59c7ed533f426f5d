import { randomUUID } from 'node:crypto';
import type { OrderStatus } from '../../../wire/order-states';
import { startSite, type TestSite } from '../site';
import { type FakeProvider, KEY_SECRET, settingsOf, sign, startProvider, WEBHOOK_SECRET } from './provider';

/** Timeout of provider calls. Only unanswered calls reach it; on a busy machine, answered ones must not. */
const TIMEOUT_MS = 1_000;

/** A site with a payment provider that tests control. */
export interface Shop {
  site: TestSite;
  provider: FakeProvider;
  stop(): Promise<void>;
}

export async function startShop(env: Record<string, string> = {}): Promise<Shop> {
  const provider = await startProvider();
  const site = await startSite({ ...settingsOf(provider), ...env }, ({ payment }) => ({
    payment: { ...payment, timeoutMs: TIMEOUT_MS },
  }));
  const stop = async () => {
    await site.stop();
    await provider.close();
  };
  return { site, provider, stop };
}

/** Calls of a visitor and of the provider, and queries of the database. */
export function callsOf(shop: () => Shop) {
  const order = async (amount: unknown = 5_000_000, headers: Record<string, string> = {}) => {
    const answer = await shop().site.post('/create_order.php', { amount }, headers);
    return { status: answer.status, body: await answer.json() };
  };
  const statusOf = async (id: string) =>
    (
      await shop().site.database.query<{ status: OrderStatus }>(
        'select status from orders where provider_order_id = $1',
        [id],
      )
    )[0]?.status;
  const paymentsOf = (id: string) =>
    shop().site.database.query(
      'select p.id, p.status, p.error_description from payments p join orders o on o.id = p.order_id where o.provider_order_id = $1',
      [id],
    );
  const confirm = (orderId: string, paymentId: string, signature = sign(`${orderId}|${paymentId}`, KEY_SECRET)) =>
    shop().site.post('/confirm_payment.php', {
      razorpay_order_id: orderId,
      razorpay_payment_id: paymentId,
      razorpay_signature: signature,
    });
  const payment = (orderId: string, status: string, id: string, more: Record<string, unknown> = {}) => ({
    id,
    entity: 'payment',
    order_id: orderId,
    status,
    amount: 5_000_000,
    currency: 'INR',
    method: 'card',
    email: 'payer@x.example',
    contact: '+919840000000',
    notes: [],
    error_code: null,
    error_description: null,
    ...more,
  });
  const event = (type: string, payload: unknown) => ({
    entity: 'event',
    event: type,
    contains: ['payment'],
    payload,
    created_at: 1,
  });
  const hook = (
    body: unknown,
    { id = randomUUID(), secret = WEBHOOK_SECRET }: { id?: string; secret?: string } = {},
  ) => {
    const raw = JSON.stringify(body, null, 1);
    const headers = {
      'content-type': 'application/json',
      'x-razorpay-signature': sign(raw, secret),
      'x-razorpay-event-id': id,
    };
    return fetch(`${shop().site.url}/webhooks/payment`, { method: 'POST', body: raw, headers });
  };
  const newOrder = async (): Promise<string> => (await order()).body.id;

  return { order, statusOf, paymentsOf, confirm, payment, event, hook, newOrder };
}
