import { newOrder, startMerchant, startSandbox } from './start-sandbox';

let sandbox: Awaited<ReturnType<typeof startSandbox>>;
let merchant: Awaited<ReturnType<typeof startMerchant>>;

beforeEach(async () => {
  merchant = await startMerchant();
  sandbox = await startSandbox({ webhookUrl: merchant.url });
});
afterEach(async () => {
  await sandbox.close();
  await merchant.close();
});

const makeOrder = async (): Promise<string> => (await sandbox.send('POST', '/v1/orders', newOrder)).body.id;
const paymentOf = async (id: string) => (await sandbox.send('GET', `/v1/payments/${id}`)).body;
const names = (): string[] => merchant.events.map(({ body }) => body.event).sort();
const entity = (event: string, name: string) =>
  merchant.events.find(({ body }) => body.event === event)?.body.payload[name]?.entity;

test('a refund in part, then of the rest, and no more than that', async () => {
  const id = await sandbox.paid(await makeOrder());
  const part = await sandbox.send('POST', `/v1/payments/${id}/refund`, {
    amount: 1_000_000,
    notes: { why: 'one day' },
  });
  expect(part.body).toMatchObject({ entity: 'refund', amount: 1_000_000, payment_id: id, status: 'processed' });
  expect(await paymentOf(id)).toMatchObject({
    status: 'captured',
    amount_refunded: 1_000_000,
    refund_status: 'partial',
  });
  const tooMuch = await sandbox.send('POST', `/v1/payments/${id}/refund`, { amount: 4_000_001 });
  expect(tooMuch.body.error.description).toBe('The refund amount provided is greater than amount captured');
  await sandbox.send('POST', `/v1/payments/${id}/refund`, {});
  expect(await paymentOf(id)).toMatchObject({ status: 'refunded', amount_refunded: 5_000_000, refund_status: 'full' });
  const more = await sandbox.send('POST', `/v1/payments/${id}/refund`, {});
  expect(more.body.error.description).toBe('The payment has been fully refunded already');
  const listed = await sandbox.send('GET', `/v1/payments/${id}/refunds`);
  expect(listed.body).toMatchObject({ count: 2, items: [{ amount: 4_000_000 }, { amount: 1_000_000 }] });
  const later = Math.floor(Date.now() / 1000) + 60;
  const all = async (from: number) => (await sandbox.send('GET', `/v1/payments?from=${from}&count=100`)).body.items;
  expect([await all(0), await all(later)]).toMatchObject([[{ id }], []]);
  await merchant.received(7);
  expect(names().filter((name) => name.startsWith('refund'))).toEqual([
    'refund.created',
    'refund.created',
    'refund.processed',
    'refund.processed',
  ]);
  expect(entity('refund.processed', 'payment')).toMatchObject({ id });
});
