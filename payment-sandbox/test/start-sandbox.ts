import { createServer } from 'node:http';
import { listen } from '@wholepage/tooling/spawn';
import { createSandbox } from '../src/app';
import { readSettings, type Settings } from '../src/settings';

export interface Event {
  id: string;
  signature: string;
  raw: string;
  body: {
    event: string;
    payload: Record<string, { entity: Record<string, unknown> } | undefined>;
  };
}

/** Starts a merchant's webhook server that records the events. */
export async function startMerchant(answer: () => number = () => 200) {
  const events: Event[] = [];
  const waiting: { count: number; resolve: (events: Event[]) => void }[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
    const raw = Buffer.concat(chunks).toString('utf8');
    const header = (name: string): string => String(request.headers[name]);
    events.push({
      id: header('x-razorpay-event-id'),
      signature: header('x-razorpay-signature'),
      raw,
      body: JSON.parse(raw),
    });
    response.writeHead(answer()).end();
    for (const { count, resolve } of waiting) if (events.length >= count) resolve(events);
  });
  const { port, stop } = await listen(server);
  return {
    url: `http://127.0.0.1:${port}/webhooks/payment`,
    events,
    /** Resolves once `count` events have arrived. */
    received: (count: number): Promise<Event[]> =>
      new Promise((resolve) => (events.length >= count ? resolve(events) : waiting.push({ count, resolve }))),
    close: stop,
  };
}

/** Starts a sandbox on a port of its own. @returns functions that call it */
export async function startSandbox(more: Partial<Settings> = {}) {
  const settings: Settings = { ...readSettings({}), webhookUrl: '', ...more };
  const assets = { checkout: '/* checkout */', frame: '/* frame */', styles: '/* styles */' };
  const sandbox = createSandbox(settings, assets, 1);
  const origin = await sandbox.listen({ port: 0, host: '127.0.0.1' });
  const authorization = `Basic ${Buffer.from(`${settings.keyId}:${settings.keySecret}`).toString('base64')}`;

  async function send(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = { authorization, origin },
  ) {
    const response = await fetch(origin + path, {
      method,
      headers: { 'content-type': 'application/json', ...headers },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.startsWith('application/json');
    return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text };
  }

  const pay = async (orderId: string, number: string, otp = '1234') => {
    const card = { number, expiry: '12/39', cvv: '123', name: 'Meena R' };
    const started = await send('POST', '/checkout/payments', { key: settings.keyId, order_id: orderId, card });
    if (started.status !== 200) return started;
    return send('POST', `/checkout/payments/${started.body.payment_id}/otp`, { otp });
  };

  /** Pays an order. @returns the payment's id */
  const paid = async (orderId: string): Promise<string> =>
    (await pay(orderId, '4111111111111111')).body.response.razorpay_payment_id;

  return { settings, origin, send, pay, paid, close: () => sandbox.close() };
}

export const newOrder = { amount: 5_000_000, currency: 'INR', receipt: 'course-1' };
