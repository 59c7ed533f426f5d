import { callsOf, type Shop, startShop } from './helpers/orders/shop';

let shop: Shop;
beforeAll(async () => {
  shop = await startShop();
});
afterAll(() => shop.stop());
beforeEach(() => {
  shop.provider.calls.length = 0;
  shop.provider.faults.length = 0;
});

const { order, statusOf, paymentsOf, payment, event, hook, newOrder } = callsOf(() => shop);

describe('webhooks', () => {
  test('a failed payment may be followed by a captured one, and what comes late changes nothing', async () => {
    const id = await newOrder();
    await hook(
      event('payment.failed', {
        payment: { entity: payment(id, 'failed', 'pay_f', { error_description: 'Declined' }) },
      }),
    );
    expect(await statusOf(id)).toBe('failed');
    expect(await paymentsOf(id)).toMatchObject([{ status: 'failed', error_description: 'Declined' }]);
    await hook(event('payment.captured', { payment: { entity: payment(id, 'captured', 'pay_f') } }));
    await hook(event('payment.authorized', { payment: { entity: payment(id, 'authorized', 'pay_f') } }));
    await hook(event('payment.failed', { payment: { entity: payment(id, 'failed', 'pay_f') } }));
    expect(await statusOf(id)).toBe('paid');
    expect(await paymentsOf(id)).toMatchObject([{ id: 'pay_f', status: 'captured' }]);
  });

  test('an event counts once, however often it comes', async () => {
    const id = await newOrder();
    const body = event('payment.captured', { payment: { entity: payment(id, 'captured', 'pay_once') } });
    const answers = await Promise.all(Array.from({ length: 8 }, () => hook(body, { id: 'evt_once' })));
    const outcomes = await Promise.all(answers.map(async (answer) => (await answer.json()).outcome));
    expect(outcomes.sort()).toEqual(['applied', ...Array(7).fill('repeated')]);
  });

  test('order.paid finds an order whose id was lost on the way, by its receipt', async () => {
    shop.provider.faults.push('late', 'hang');
    expect((await order()).status).toBe(502);
    const lost = shop.provider.orders.at(-1);
    const entities = { payment: { entity: payment(lost?.id ?? '', 'captured', 'pay_lost') }, order: { entity: lost } };
    expect(await (await hook(event('order.paid', entities))).json()).toMatchObject({ outcome: 'applied' });
    expect(await statusOf(lost?.id ?? '')).toBe('paid');
  });

  test('an amount that is not the order’s pays nothing', async () => {
    const id = await newOrder();
    await hook(
      event('payment.captured', { payment: { entity: payment(id, 'captured', 'pay_less', { amount: 100 }) } }),
    );
    expect(await statusOf(id)).toBe('created');
    expect(shop.site.log.join('')).toContain('pay_less does not have the amount');
  });

  test('a wrong signature is refused and nothing kept', async () => {
    const answer = await hook(event('payment.captured', {}), { id: 'evt_forged', secret: 'guess' });
    expect(answer.status).toBe(401);
    expect(await shop.site.database.query(`select 1 from webhook_events where id = 'evt_forged'`)).toEqual([]);
  });

  test('unknown events and orders are kept, without what tells who paid', async () => {
    expect(
      (
        await hook(event('dispute.created', { payment: { entity: payment('order_x', 'captured', 'pay_d') } }), {
          id: 'evt_new',
        })
      ).status,
    ).toBe(200);
    expect(
      (
        await hook(event('payment.captured', { payment: { entity: payment('order_x', 'captured', 'pay_d') } }), {
          id: 'evt_far',
        })
      ).status,
    ).toBe(200);
    const rows = await shop.site.database.query(
      `select id, type, outcome, payload::text from webhook_events where id in ('evt_new', 'evt_far') order by id`,
    );
    expect(rows).toMatchObject([
      { id: 'evt_far', outcome: 'unknown_order' },
      { id: 'evt_new', type: 'dispute.created', outcome: 'unknown_event' },
    ]);
    expect(JSON.stringify(rows)).not.toMatch(/payer@x|9198400/);
  });
});
