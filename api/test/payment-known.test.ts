import { callsOf, type Shop, startShop } from './helpers/orders/shop';

let shop: Shop;
beforeAll(async () => {
  shop = await startShop();
});
afterAll(() => shop.stop());

const { newOrder, confirm, payment, event, hook } = callsOf(() => shop);
const stateOf = async (id: string) => {
  const answer = await fetch(`${shop.site.url}/payment_state?payment_id=${encodeURIComponent(id)}`);
  return { status: answer.status, cache: answer.headers.get('cache-control'), body: await answer.json() };
};
const known = (state: string) => ({ status: 200, cache: 'no-store', body: { success: true, state } });

test('a payment is not certain by the signature of the checkout alone; the provider confirms it', async () => {
  const [byBrowser, byHook] = [await newOrder(), await newOrder()];
  expect(await stateOf('pay_signed')).toEqual(known('unconfirmed'));
  await confirm(byBrowser, 'pay_signed');
  expect(await stateOf('pay_signed')).toEqual(known('authorized'));
  const signed = payment(byBrowser, 'refunded', 'pay_signed', { captured: false });
  await hook(event('payment.failed', { payment: { entity: signed } }));
  expect(await stateOf('pay_signed')).toEqual(known('failed'));
  const entity = payment(byHook, 'captured', 'pay_reported', { captured: true });
  await hook(event('payment.captured', { payment: { entity } }));
  expect(await stateOf('pay_reported')).toEqual(known('confirmed'));
});

test('a payment that failed is not confirmed', async () => {
  const id = await newOrder();
  await hook(event('payment.failed', { payment: { entity: payment(id, 'failed', 'pay_no') } }));
  expect(await stateOf('pay_no')).toEqual(known('failed'));
});

test.each(['anything', 'pay_123', '<img src=x>', 'x'.repeat(1500), "' or 1=1 --", '\u0000'])(
  'an id that nobody knows says nothing: %j',
  async (id) => {
    expect(await stateOf(id)).toEqual(known('unconfirmed'));
  },
);

test('no id is refused with a sentence', async () => {
  expect(await stateOf('')).toMatchObject({ status: 400, body: { success: false } });
});
