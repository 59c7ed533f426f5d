import { randomUUID } from 'node:crypto';
import { abandonedJob } from '../src/enrolments/abandoned';
import { readStory } from '../src/office/courses/order';
import { checkPayments } from '../src/orders/problems';
import { reconcileJob } from '../src/orders/reconcile';
import { ORDER_STATES } from '../wire/order-states';
import { runCli } from './helpers/cli';
import { callsOf, type Shop, startShop } from './helpers/orders/shop';

let shop: Shop;
beforeAll(async () => {
  shop = await startShop();
});
afterAll(() => shop.stop());
beforeEach(async () => {
  // What one test has captured is of no concern to the next.
  await query("update payments set captured = false, status = 'failed'");
  for (const table of ['payment_problems', 'alarms']) await query(`delete from ${table}`);
});

const { order, statusOf, payment, event, hook } = callsOf(() => shop);
const query = <T extends object>(text: string, values: unknown[] = []) => shop.site.database.query<T>(text, values);
const check = () => {
  const { database, alarms, outgoing, owner } = shop.site.context;
  return checkPayments(database.db, alarms, { outgoing, owner });
};
const alarms = async () =>
  (await query<{ name: string }>('select name from alarms order by name')).map(({ name }) => name);

const person = () => ({
  name: `Meena ${randomUUID().slice(0, 8)}`,
  email: `meena-${randomUUID().slice(0, 8)}@buyer.example`,
  phone: `+91 98${Math.floor(10_000_000 + Math.random() * 89_999_999)}`,
  course: 'online',
});
type Person = ReturnType<typeof person>;
const enrol = async (who: Person, headers = {}): Promise<string> =>
  (await (await shop.site.post('/enrolments', who, headers)).json()).id;
const orderFor = async (enrolment: string): Promise<string> =>
  (await order(5_000_000, { 'Enrolment-Id': enrolment })).body.id;
const capture = (orderId: string, id: string, more = {}) =>
  hook(
    event('payment.captured', { payment: { entity: payment(orderId, 'captured', id, { captured: true, ...more }) } }),
  );
const refund = (orderId: string, of: string, status: string, id = `rfnd_${of}`) =>
  hook(
    event(`refund.${status === 'pending' ? 'created' : status}`, {
      refund: { entity: { id, payment_id: of, amount: 5_000_000, status } },
      payment: { entity: payment(orderId, 'captured', of, { captured: true }) },
    }),
  );
const mailsAbout = (text: string) =>
  query<{ subject: string; text: string; to: string | null }>(
    `select message->>'subject' as subject, message->>'text' as text, message->>'to' as to from mails
     where message->>'text' like $1 or message->>'to' = $2 order by created_at, id`,
    [`%${text}%`, text],
  );
const subjectsAbout = async (text: string) => (await mailsAbout(text)).map(({ subject }) => subject);
const settle = (id: string) => runCli(shop.site, 'orders', 'settle', id);
/** What the office says of the order. */
const paidTwice = async (orderId: string) => {
  const [row] = await query<{ id: string }>(`select id from orders where provider_order_id = '${orderId}'`);
  return (await readStory(shop.site.context.database.db, row?.id ?? ''))?.paid_twice;
};

describe('paid twice', () => {
  /** Two captured payments, made in each of the ways in which that can happen. */
  const ways: [string, (who: Person) => Promise<[string, string][]>][] = [
    [
      'one order',
      async (who) => {
        const id = await orderFor(await enrol(who));
        return [
          [id, `pay_a_${id}`],
          [id, `pay_b_${id}`],
        ];
      },
    ],
    [
      'two orders of one enrolment',
      async (who) => {
        const enrolment = await enrol(who);
        const ids = [await orderFor(enrolment), await orderFor(enrolment)];
        return ids.map((id) => [id, `pay_${id}`]);
      },
    ],
    [
      'two tabs, in one of which the name was typed otherwise',
      async (who) => {
        const enrolments = [
          await enrol(who),
          await enrol({ ...who, name: 'M.', phone: who.phone.replace('+91 ', '0') }),
        ];
        const ids = [await orderFor(enrolments[0] ?? ''), await orderFor(enrolments[1] ?? '')];
        return ids.map((id) => [id, `pay_${id}`]);
      },
    ],
  ];

  test.each(ways)('is reported once, shown, alarmed, and over with the refund: %s', async (_way, make) => {
    const who = person();
    const made = await make(who);
    for (const [id, pay] of made) await capture(id, pay);
    await check();
    await check();
    const [first = ['', ''], second = ['', '']] = made;
    const notices = (await mailsAbout(second[1])).filter(({ subject }) => subject.startsWith('Paid twice, refund one'));
    expect(notices).toHaveLength(1);
    expect(notices[0]?.text).toContain(
      `Paid twice, refund one: ₹50,000 by payment ${first[1]} and ₹50,000 by payment ${second[1]} for the Online Course.`,
    );
    expect(await alarms()).toEqual([`payment:paid_twice:${second[1]}`]);
    await refund(second[0], second[1], 'processed');
    await check();
    expect(await alarms()).toEqual([]);
  });

  test('is reported of one order whose buyer nobody knows', async () => {
    const { id } = (await order(5_000_000)).body;
    for (const pay of [`pay_a_${id}`, `pay_b_${id}`]) await capture(id, pay);
    await check();
    expect(await alarms()).toEqual([`payment:paid_twice:pay_b_${id}`]);
  });

  test('is reported of one enrolment however long lies between', async () => {
    const enrolment = await enrol(person());
    const [first, second] = [await orderFor(enrolment), await orderFor(enrolment)];
    await capture(first, `pay_${first}`);
    await query("update payments set created_at = now() - interval '60 days' where id = $1", [`pay_${first}`]);
    await capture(second, `pay_${second}`);
    await check();
    expect(await alarms()).toEqual([`payment:paid_twice:pay_${second}`]);
  });

  test('is over when somebody says that both are meant, and stays over', async () => {
    const who = person();
    for (const name of [who.name, 'Her Sister']) {
      const id = await orderFor(await enrol({ ...who, name }));
      await capture(id, `pay_${id}`);
    }
    await check();
    const [alarm = ''] = await alarms();
    const second = alarm.replace('payment:paid_twice:', '');
    expect((await mailsAbout(`settle ${second}`)).at(0)?.text).toContain(
      `If both are meant, settle it in the office, or by: npm run api -- orders settle ${second}.`,
    );
    expect(await settle(second)).toMatchObject({ code: 0 });
    await check();
    await check();
    expect(await alarms()).toEqual([]);
  });

  test('shows in the office', async () => {
    const id = await orderFor(await enrol(person()));
    for (const pay of ['a', 'b']) await capture(id, `pay_${pay}_${id}`);
    expect(await paidTwice(id)).toBe(true);
    await refund(id, `pay_b_${id}`, 'processed');
    expect(await paidTwice(id)).toBe(false);
  });

  test('is not two people, two courses, or a first payment that went back', async () => {
    const [one, other] = [person(), person()];
    for (const who of [one, other]) {
      const id = await orderFor(await enrol(who));
      await capture(id, `pay_${id}`);
    }
    const sister = await orderFor(await enrol({ ...one, name: 'Another', email: 'another@buyer.example' }));
    await capture(sister, `pay_${sister}`);
    const again = await orderFor(await enrol(other));
    const [before] = await query<{ id: string }>(
      'select p.id from payments p join orders o on o.id = p.order_id join enrolments e on e.id = o.enrolment_id where e.email = $1',
      [other.email],
    );
    await refund(before?.id.slice(4) ?? '', before?.id ?? '', 'processed');
    await capture(again, `pay_${again}`);
    await check();
    expect(await alarms()).toEqual([]);
  });
});

describe('captured money that does not fit', () => {
  test.each([
    ['another amount', { amount: 4_500_000 }, '₹45,000'],
    ['another currency', { currency: 'USD' }, 'USD 50,000'],
  ])('is reported by its payment, each once, and is not called abandoned: %s', async (_what, wrong, sum) => {
    const people = [person(), person()];
    const made = await Promise.all(people.map(async (who) => orderFor(await enrol(who))));
    for (const id of made) for (const _time of [1, 2]) await capture(id, `pay_${id}`, wrong);
    await check();
    for (const [index, id] of made.entries()) {
      const notices = await mailsAbout(`pay_${id}`);
      expect(notices.map(({ subject }) => subject)).toEqual([
        `Captured money does not fit its order: Online Course, ${people[index]?.name}`,
      ]);
      expect(notices[0]?.text).toContain(`${sum} were captured by payment pay_${id} for an order of ₹50,000`);
      // Beside the notice, the office shows this: money came, though none that pays the price.
      expect(ORDER_STATES[(await statusOf(id)) ?? 'pending']).toMatchObject({
        label: 'Not paid',
        sentence: 'No payment of the price has been tried yet.',
      });
    }
    expect(await alarms()).toEqual(made.map((id) => `payment:amount_mismatch:pay_${id}`).toSorted());
    await query("update enrolments set created_at = now() - interval '31 minutes'");
    await query("update orders set created_at = now() - interval '31 minutes'");
    const { database, outgoing, owner } = shop.site.context;
    await abandonedJob({ db: database.db, outgoing, owner }).run(new AbortController().signal);
    for (const who of people) expect((await subjectsAbout(who.email)).join()).not.toContain('abandoned');
    expect((await settle(`pay_${made[0]}`)).stdout).toContain('is dealt with');
    await refund(made[1] ?? '', `pay_${made[1]}`, 'processed');
    await check();
    expect(await alarms()).toEqual([]);
  });

  test('for an order that is not ours is reported once, by its payment', async () => {
    for (const pay of ['pay_alien_1', 'pay_alien_2'])
      for (const _time of [1, 2]) await capture('order_of_somebody', pay);
    await check();
    for (const pay of ['pay_alien_1', 'pay_alien_2'])
      expect(await subjectsAbout(`payment ${pay} `)).toEqual([`Captured money of an order that is not ours: ${pay}`]);
    expect(await alarms()).toEqual(['payment:unknown_order:pay_alien_1', 'payment:unknown_order:pay_alien_2']);
    expect(await settle('pay_alien_1')).toMatchObject({ code: 0 });
    await check();
    expect(await alarms()).toEqual(['payment:unknown_order:pay_alien_2']);
  });

  test('for an order whose answer was lost waits until the provider has been asked', async () => {
    shop.provider.faults.push('late', 'error');
    expect((await order(10_000_000)).status).toBe(502);
    const made = shop.provider.orders.at(-1)?.id ?? '';
    const paid = payment(made, 'captured', 'pay_fast', { captured: true, amount: 10_000_000 });
    await hook(event('payment.captured', { payment: { entity: paid } }));
    shop.provider.payments.push(paid);
    await check();
    expect(await alarms()).toEqual([]);
    await query("update orders set created_at = now() - interval '6 minutes' where provider_order_id is null");
    await reconcileJob(shop.site.context).run(new AbortController().signal);
    await check();
    expect(await statusOf(made)).toBe('paid');
    expect((await subjectsAbout('pay_fast')).join()).not.toContain('not ours');
  });
});
