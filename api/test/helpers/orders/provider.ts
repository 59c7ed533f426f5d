import { createHmac, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { listen } from '@wholepage/tooling/spawn';

/** Faults of the provider's answers. `late`: it acts, but never answers. */
export type Fault = 'busy' | 'error' | 'garbage' | 'hang' | 'late' | 'refuse';

interface FakeOrder {
  id: string;
  entity: 'order';
  amount: number;
  currency: string;
  receipt: string;
  status: 'created' | 'attempted' | 'paid';
}

/** A payment provider over HTTP with faults on demand. */
export interface FakeProvider {
  url: string;
  orders: FakeOrder[];
  payments: Record<string, unknown>[];
  refunds: Record<string, unknown>[];
  disputes: Record<string, unknown>[];
  /** Method and path of each call. */
  calls: string[];
  /** Faults of the next calls, in order. */
  faults: Fault[];
  close(): Promise<void>;
}

export const KEY_ID = 'rzp_test_key';
export const KEY_SECRET = 'key_secret';
export const WEBHOOK_SECRET = 'hook_secret';
/** Settings that connect an API to this provider. */
export const settingsOf = ({ url }: FakeProvider): Record<string, string> => ({
  PAYMENT_API_ORIGIN: url,
  PAYMENT_KEY_ID: KEY_ID,
  PAYMENT_KEY_SECRET: KEY_SECRET,
  PAYMENT_WEBHOOK_SECRET: WEBHOOK_SECRET,
});
const AUTHORIZATION = `Basic ${Buffer.from(`${KEY_ID}:${KEY_SECRET}`).toString('base64')}`;

export const sign = (content: string, secret: string): string =>
  createHmac('sha256', secret).update(content).digest('hex');

const bodyOf = async (request: IncomingMessage): Promise<string> => {
  let text = '';
  for await (const chunk of request) text += chunk;
  return text;
};
const send = (response: ServerResponse, status: number, body: unknown): void => {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
};
const problem = (description: string) => ({ error: { code: 'BAD_REQUEST_ERROR', description } });

export async function startProvider(): Promise<FakeProvider> {
  const fake: Omit<FakeProvider, 'url' | 'close'> = {
    ...{ orders: [], payments: [], refunds: [], disputes: [], calls: [], faults: [] },
  };

  const answer = (request: IncomingMessage, body: string): [number, unknown] => {
    const url = new URL(request.url ?? '/', 'http://provider');
    if (request.headers.authorization !== AUTHORIZATION) return [401, problem('Authentication failed')];
    const refunded = /^\/v1\/payments\/([^/]+)\/(refunds?)$/.exec(url.pathname);
    if (refunded && request.method === 'POST') {
      const refund = {
        id: `rfnd_${randomBytes(7).toString('hex')}`,
        payment_id: refunded[1],
        status: 'processed',
        ...JSON.parse(body),
      };
      fake.refunds.push(refund);
      return [200, refund];
    }
    if (refunded) return [200, { items: fake.refunds.filter((refund) => refund.payment_id === refunded[1]) }];
    if (request.method === 'POST') {
      const order: FakeOrder = {
        id: `order_${randomBytes(7).toString('hex')}`,
        entity: 'order',
        status: 'created',
        ...JSON.parse(body),
      };
      fake.orders.push(order);
      return [200, order];
    }
    const ofOrder = /^\/v1\/orders\/([^/]+)\/payments$/.exec(url.pathname)?.[1];
    if (url.pathname === '/v1/disputes') return [200, { items: fake.disputes }];
    const isAny = url.pathname === '/v1/payments';
    const skip = Number(url.searchParams.get('skip'));
    const items = isAny
      ? fake.payments.toReversed().slice(skip, skip + 100)
      : ofOrder
        ? fake.payments.filter((payment) => payment.order_id === ofOrder)
        : fake.orders.filter((order) => order.receipt === url.searchParams.get('receipt'));
    return [200, { entity: 'collection', count: items.length, items }];
  };

  const server = createServer(async (request, response) => {
    const body = await bodyOf(request);
    fake.calls.push(`${request.method} ${request.url?.split('?')[0]}`);
    const fault = fake.faults.shift();
    if (fault === 'hang') return;
    if (fault === 'error') return send(response, 500, problem('Server error'));
    if (fault === 'busy') return send(response, 429, problem('Too many requests'));
    if (fault === 'refuse') return send(response, 400, problem('The amount is not acceptable'));
    if (fault === 'garbage') return void response.end('<html>maintenance</html>');
    const [status, content] = answer(request, body);
    if (fault !== 'late') send(response, status, content);
  });
  const { port, stop } = await listen(server);
  return { ...fake, url: `http://127.0.0.1:${port}`, close: stop };
}
