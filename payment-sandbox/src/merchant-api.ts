import { timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import type { Call } from './app';
import type { Bank } from './bank';
import type { Faults } from './controls';
import type { Settings } from './settings';
import { RefusedError, read, sign } from './wire';

/** The provider's REST calls, as a merchant of courses needs them. */
export function merchantApi(
  server: FastifyInstance,
  { bank, faults, settings }: { bank: Bank; faults: Faults; settings: Settings },
): void {
  const route = (method: 'GET' | 'POST', url: string, handle: (call: Call) => unknown): void => {
    server.route({
      method,
      url,
      handler: (call: Call, reply) =>
        faults.answer(reply, () => {
          authenticate(call.headers.authorization ?? '', settings);
          return handle(call);
        }),
    });
  };

  route('POST', '/v1/orders', ({ body }) => bank.addOrder(body));
  route('GET', '/v1/orders', ({ query }) => listing(bank.ordersBy(query.receipt), query));
  route('GET', '/v1/orders/:id', ({ params }) => bank.order(params.id));
  route('GET', '/v1/orders/:id/payments', ({ params, query }) => listing(bank.paymentsOf(params.id), query));
  route('GET', '/v1/payments/:id', ({ params }) => bank.payment(params.id));
  route('POST', '/v1/payments/:id/refund', ({ params, body }) => bank.refund(params.id, body));
  route('GET', '/v1/payments/:id/refunds', ({ params, query }) => listing(bank.refundsOf(params.id), query));
  // No customer's bank disputes a payment here.
  route('GET', '/v1/disputes', ({ query }) => listing([], query));
}

/** @throws RefusedError (401) unless the call carries the key id and secret as Basic authentication. */
function authenticate(authorization: string, { keyId, keySecret }: Settings): void {
  const [scheme, encoded = ''] = authorization.split(' ');
  const given = Buffer.from(encoded, 'base64').toString('utf8');
  if (scheme?.toLowerCase() === 'basic' && isSame(given, `${keyId}:${keySecret}`)) return;
  const description = scheme ? 'Authentication failed' : 'Please provide your api key for authentication purposes.';
  throw new RefusedError(description, { status: 401, source: 'NA', step: 'NA', reason: 'NA' });
}

// Digests are of equal length, which a comparison in constant time needs.
const isSame = (a: string, b: string): boolean =>
  timingSafeEqual(Buffer.from(sign(a, 'compare')), Buffer.from(sign(b, 'compare')));

const pageSchema = z.object({ count: z.coerce.number('The count must be an integer.').int().max(100).default(10) });

/** As many of a list as `count` asks for. */
function listing(all: unknown[], query: Call['query']) {
  const items = all.slice(0, read(pageSchema, query).count);
  return { entity: 'collection', count: items.length, items };
}
