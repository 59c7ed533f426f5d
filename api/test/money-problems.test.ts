import { randomUUID } from 'node:crypto';
import { sample, seeded } from '../../platform/tooling/src/testing/sample';
import { tellAbandoned } from '../src/enrolments/abandoned';
import { checkPayments } from '../src/orders/problems';
import { reconcileDue, reconcileNewest } from '../src/orders/reconcile';
import { ORDER_STATES } from '../wire/order-states';
import { runCli } from './helpers/cli';
import { officeOf } from './helpers/office';
import { callsOf, type Shop, startShop } from './helpers/orders/shop';

describe('problems', () => {
  let shop: Shop;
  beforeAll(async () => {
    shop = await startShop();
  });
  afterAll(() => shop.stop());
  beforeEach(async () => {
    // Payments captured in one test must not affect the next.
    await query("update payments set captured = false, status = 'failed'");
    for (const table of ['payment_problems', 'alarms', 'disputes']) await query(`delete from ${table}`);
  });

  const { order, statusOf, payment, event, hook } = callsOf(() => shop);
  const query = <T extends object>(text: string, values: unknown[] = []) => shop.site.database.query<T>(text, values);
  const check = () => checkPayments(shop.site.context);
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

  describe('paid twice', () => {
    /** Ways to pay twice: each returns two captured payments with their orders. */
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
            await enrol({ ...who, name: 'M.', phone: `${who.phone.replace('+91 ', '0')} ext 4` }),
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
      const notices = (await mailsAbout(second[1])).filter(({ subject }) =>
        subject.startsWith('Paid twice, refund one'),
      );
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

    test.each([
      [29, 'is reported of one person, whose second enrolment is not called abandoned'],
      [31, 'is not reported of one person, whose second enrolment is a new one'],
    ])('%i days later: %s', async (days, _what) => {
      const who = person();
      const first = await orderFor(await enrol(who));
      await capture(first, `pay_${first}`);
      for (const table of ['enrolments', 'payments'])
        await query(`update ${table} set created_at = now() - $1 * interval '1 day'`, [days]);
      const enrolment = await enrol({ ...who, name: 'M.' });
      await query("update enrolments set created_at = now() - interval '31 minutes' where id = $1", [enrolment]);
      const { database, outgoing, owner } = shop.site.context;
      await tellAbandoned({ db: database.db, outgoing, owner });
      const second = await orderFor(enrolment);
      await capture(second, `pay_${second}`);
      await check();
      const isAbandoned = (await subjectsAbout(who.email)).some((subject) => subject.includes('abandoned'));
      expect([isAbandoned, await alarms()]).toEqual(
        days > 30 ? [true, []] : [false, [`payment:paid_twice:pay_${second}`]],
      );
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

    test('is not two people, two courses, or a first payment that went back', async () => {
      const [one, other] = [person(), person()];
      for (const who of [one, other]) {
        const id = await orderFor(await enrol(who));
        await capture(id, `pay_${id}`);
      }
      const sister = await orderFor(await enrol({ ...one, name: 'Another', email: 'another@buyer.example' }));
      await capture(sister, `pay_${sister}`);
      const [before] = await query<{ id: string }>(
        'select p.id from payments p join orders o on o.id = p.order_id join enrolments e on e.id = o.enrolment_id where e.email = $1',
        [other.email],
      );
      await refund(before?.id.slice(4) ?? '', before?.id ?? '', 'processed');
      const again = await orderFor(await enrol(other));
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
        // The order itself stays unpaid in the office, because no payment equals the price; the notice reports the money.
        expect(ORDER_STATES[(await statusOf(id)) ?? 'pending']).toMatchObject({
          label: 'Not paid',
          sentence: 'No payment of the price has been tried yet.',
        });
      }
      expect(await alarms()).toEqual(made.map((id) => `payment:amount_mismatch:pay_${id}`).toSorted());
      await query("update enrolments set created_at = now() - interval '31 minutes'");
      await query("update orders set created_at = now() - interval '31 minutes'");
      const { database, outgoing, owner } = shop.site.context;
      await tellAbandoned({ db: database.db, outgoing, owner });
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
      await capture('order_of_somebody', 'pay_alien_3', { amount: 70_000, currency: 'USD' });
      expect((await mailsAbout('payment pay_alien_3 ')).map(({ text }) => text)).toEqual([
        expect.stringMatching(/^USD 700 were captured /),
      ]);
    });

    test('and of which nobody knows who paid is listed until somebody does, or it goes back', async () => {
      const [attempt, who] = [randomUUID(), person()];
      const headers = { 'Idempotency-Key': attempt };
      const known: string = (await order(5_000_000, headers)).body.id;
      const returned: string = (await order(5_000_000)).body.id;
      const both = [known, returned].map((id) => `pay_${id}`).toSorted();
      for (const id of [known, returned]) await capture(id, `pay_${id}`);
      await check();
      // Not yet: the enrolment may still arrive.
      expect(await alarms()).toEqual([]);
      await query("update payments set created_at = now() - interval '16 minutes' where id = any($1)", [both]);
      for (const _time of [1, 2]) await check();
      expect(await alarms()).toEqual(both.map((pay) => `payment:unknown_buyer:${pay}`));
      // The alarm stays after 91 days.
      await query("update payments set created_at = now() - interval '91 days' where id = any($1)", [both]);
      await check();
      expect(await alarms()).toHaveLength(2);
      await enrol(who, headers);
      await refund(returned, `pay_${returned}`, 'processed');
      await check();
      expect(await alarms()).toEqual([]);
    });

    test('for an order that a restore lost is found at the provider', async () => {
      const ours = await orderFor(await enrol(person()));
      shop.provider.payments.push(
        payment(ours, 'captured', 'pay_ours', { captured: true }),
        payment('order_lost', 'captured', 'pay_lost', { captured: true }),
        payment('order_lost', 'failed', 'pay_failed'),
        payment('order_none', 'captured', 'pay_none', { order_id: null, captured: true }),
      );
      for (const _time of [1, 2]) await reconcileNewest(shop.site.context);
      await check();
      expect(await alarms()).toEqual(['payment:unknown_order:pay_lost', 'payment:unknown_order:pay_none']);
      const [mail, ...more] = await mailsAbout('payment pay_lost ');
      expect([mail?.text, more]).toEqual([expect.stringContaining('or that a restore lost'), []]);
      // A dispute is reported even after the problem of the payment itself was settled.
      await settle('pay_lost');
      const dispute = { id: 'disp_lost', payment_id: 'pay_lost', amount: 5_000_000, status: 'open' };
      const paid = payment('order_lost', 'captured', 'pay_lost', { captured: true });
      await hook(event('payment.dispute.created', { dispute: { entity: dispute }, payment: { entity: paid } }));
      shop.provider.disputes.push(dispute);
      for (const _time of [1, 2]) await reconcileNewest(shop.site.context).then(check);
      expect(await alarms()).toEqual(['payment:disputed:pay_lost', 'payment:unknown_order:pay_none']);
      expect(await subjectsAbout('₹50,000 of payment pay_lost back')).toEqual(['Payment disputed: pay_lost']);
      await settle('pay_lost');
      await reconcileNewest(shop.site.context).then(check);
      expect(await alarms()).toEqual(['payment:unknown_order:pay_none']);
      // A new dispute is reported, although the earlier one was settled.
      shop.provider.disputes.push({ ...dispute, id: 'disp_next', created_at: Math.ceil(Date.now() / 1000) + 1 });
      for (const _time of [1, 2]) await reconcileNewest(shop.site.context).then(check);
      expect(await alarms()).toEqual(['payment:disputed:pay_lost', 'payment:unknown_order:pay_none']);
      shop.provider.disputes.splice(-2);
    });

    test('for orders that a restore lost is found however many there are, and looked for once', async () => {
      const lost = Array.from({ length: 250 }, (_, number) =>
        payment(`order_lost_${number}`, 'captured', `pay_many_${number}`, { captured: true }),
      );
      shop.provider.payments.push(...lost);
      await reconcileNewest(shop.site.context);
      const found = await query("select from payment_problems where payment_id like 'pay_many_%'");
      expect(found).toHaveLength(lost.length);
      const asked = shop.provider.calls.length;
      await reconcileNewest(shop.site.context);
      expect(shop.provider.calls.slice(asked)).toEqual(['GET /v1/payments', 'GET /v1/disputes']);
      shop.provider.payments.splice(-lost.length);
    });

    test('that a bank asks for is heard of at the provider, also beside what nobody can read', async () => {
      const id = await orderFor(await enrol(person()));
      await capture(id, `pay_${id}`);
      const dispute = { id: `disp_${id}`, payment_id: `pay_${id}`, amount: 5_000_000, status: 'open' };
      shop.provider.disputes.push({ ...dispute, id: 'disp_odd', status: 'of next year' }, dispute);
      const beside = payment('order_elsewhere', 'captured', 'pay_beside', { captured: true });
      shop.provider.payments.push({ id: 'pay_odd' }, beside);
      await reconcileNewest(shop.site.context);
      await check();
      expect(await alarms()).toEqual(
        expect.arrayContaining([`payment:disputed:pay_${id}`, 'payment:unknown_order:pay_beside']),
      );
      shop.provider.payments.splice(-2);
      shop.provider.disputes.splice(-2);
    });

    test('is heard of also where the provider lists no disputes, and a clock was ahead at the installation', async () => {
      const id = await orderFor(await enrol(person()));
      shop.provider.payments.push(payment(id, 'captured', 'pay_undisputed', { captured: true }));
      await query("update installation set created_at = now() + interval '1 year'");
      const { context } = shop.site;
      const payments = (since: Date, skip: number) =>
        since < new Date() ? context.provider.payments(since, skip) : Promise.resolve([]);
      const provider = { ...context.provider, payments, disputes: () => Promise.reject(new Error('403')) };
      const run = reconcileNewest({ ...context, provider });
      await expect(run).rejects.toThrow('403');
      expect(await query("select captured from payments where id = 'pay_undisputed'")).toEqual([{ captured: true }]);
      await query('update installation set created_at = now()');
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
      await reconcileDue(shop.site.context, new AbortController().signal);
      await check();
      expect(await statusOf(made)).toBe('paid');
      expect((await subjectsAbout('pay_fast')).join()).not.toContain('not ours');
    });
  });
});

/** Random choices that a seed repeats. */
const choices = (seed: number) => {
  const next = seeded(seed);
  return {
    chance: (probability: number): boolean => next() < probability,
    upTo: (most: number): number => Math.floor(next() * (most + 1)),
    pick: <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)] as T,
    shuffled: <T>(list: readonly T[]): T[] =>
      list
        .map((item) => ({ item, place: next() }))
        .sort((a, b) => a.place - b.place)
        .map(({ item }) => item),
  };
};

type Random = ReturnType<typeof choices>;

const PRICE = 5_000_000;

/** A payment as the provider knows it. */
interface TruePayment {
  id: string;
  status: 'failed' | 'authorized' | 'captured';
  amount: number;
  refunds: { id: string; amount: number; status: 'failed' | 'processed' }[];
  dispute: { end: 'won' | 'lost' | 'closed' | 'open'; amount: number } | undefined;
}

const isCaptured = ({ status }: TruePayment): boolean => status === 'captured';
const isMismatch = (payment: TruePayment): boolean => isCaptured(payment) && payment.amount !== PRICE;

/** Amount of a payment that the site still holds: 0 unless it was captured at the price. */
const heldOf = (payment: TruePayment): number => {
  if (!isCaptured(payment) || isMismatch(payment)) return 0;
  const gone = payment.refunds.filter(({ status }) => status === 'processed');
  const lost = payment.dispute?.end === 'lost' ? payment.dispute.amount : 0;
  return Math.max(0, payment.amount - gone.reduce((sum, { amount }) => sum + amount, 0) - lost);
};

/** Seconds since 1970 by the provider's clock, seemingly before the order was made. */
const PAID_AT = Math.floor(Date.now() / 1000) - 60;

/** Random payments of one order, with refunds and disputes. */
function makePayments(random: Random, name: string): TruePayment[] {
  return Array.from({ length: random.upTo(2) }, (_, index): TruePayment => {
    const id = `pay_${name}_${index}`;
    const status = random.pick(['failed', 'authorized', 'captured', 'captured', 'captured'] as const);
    const amount = random.chance(0.15) ? 4_500_000 : PRICE;
    const fits = status === 'captured' && amount === PRICE;
    const parts = fits && random.chance(0.4) ? random.pick([[PRICE], [1_000_000], [1_000_000, 4_000_000]]) : [];
    const refunds = parts.flatMap((part, place) => {
      const made = { id: `rfnd_${id}_${place}`, amount: part, status: 'processed' as const };
      // A failed refund may precede the successful one.
      return random.chance(0.4) ? [{ ...made, id: `${made.id}_failed`, status: 'failed' as const }, made] : [made];
    });
    const dispute =
      fits && random.chance(0.4)
        ? { end: random.pick(['won', 'lost', 'closed', 'open'] as const), amount: random.pick([PRICE, 1_000_000]) }
        : undefined;
    return { id, status, amount, refunds, dispute };
  });
}

/** Expected final status of an order. */
function statusOf(payments: readonly TruePayment[]): string {
  const states = payments
    .filter((payment) => !isMismatch(payment))
    .filter(({ status, amount }) => status !== 'authorized' || amount === PRICE);
  const fitting = states.filter(({ amount }) => amount === PRICE);
  const stateOf = (payment: TruePayment): string => {
    if (payment.status !== 'captured') return payment.status;
    const held = heldOf(payment);
    if (held === 0 && payment.dispute?.end === 'lost') return 'charged_back';
    if (held > 0 && payment.dispute?.end === 'open') return 'disputed';
    if (held === payment.amount) return 'paid';
    return held > 0 ? 'partly_refunded' : 'refunded';
  };
  const order = ['failed', 'refunded', 'charged_back', 'authorized', 'partly_refunded', 'paid', 'disputed'];
  return order.findLast((state) => fitting.map(stateOf).includes(state)) ?? 'created';
}

describe('a world of payments', () => {
  /** Other seeds: MONEY_SEED=1234 jest api/test/money-problems. */
  const SEEDS = process.env.MONEY_SEED ? [Number(process.env.MONEY_SEED)] : sample([1, 20, 333], [20]);
  const BUYERS = 10;

  let shop: Shop;
  beforeEach(async () => {
    shop = await startShop();
  });
  afterEach(() => shop.stop());

  const { payment, event, hook, confirm } = callsOf(() => shop);
  const query = <T extends object>(text: string, values: unknown[] = []) => shop.site.database.query<T>(text, values);

  interface Buyer {
    email: string;
    /** Several for a buyer with two tabs. */
    orders: { id: string; payments: TruePayment[] }[];
  }

  /** Makes a buyer that may lose answers, retry, and pay in two tabs. */
  const buy = async (random: Random, number: number): Promise<Buyer> => {
    const who = {
      name: `Buyer ${number}`,
      email: `b${number}@buyer.example`,
      phone: `900000000${number}`,
      course: 'online',
    };
    const orders: Buyer['orders'] = [];
    for (let tab = 0; tab <= random.upTo(1); tab += 1) {
      const attempt = randomUUID();
      const headers = { 'Idempotency-Key': attempt };
      const enrol = async () => (await shop.site.post('/enrolments', who, headers)).json();
      const order = async (enrolment: Record<string, string>) =>
        (await shop.site.post('/create_order.php', { amount: 5_000_000 }, { ...headers, ...enrolment })).json();
      // The enrolment's answer arrives or is lost, or the enrolment comes after the order.
      const way = random.pick(['answered', 'lost', 'late'] as const);
      const enrolled = way === 'late' ? undefined : await enrol();
      // The provider may refuse the first order.
      if (random.chance(0.3)) {
        shop.provider.faults.push('refuse');
        await order({});
      }
      const made = await order(way === 'answered' ? { 'Enrolment-Id': enrolled.id } : {});
      if (way === 'late') await enrol();
      const payments = makePayments(random, `${number}_${tab}`);
      orders.push({ id: made.id, payments });
      for (const { id, status, amount } of payments) {
        const more = { amount, captured: status === 'captured', created_at: PAID_AT };
        shop.provider.payments.push(payment(made.id, status, id, more));
        if (status !== 'failed' && random.chance(0.5)) await confirm(made.id, id);
      }
    }
    return { email: who.email, orders };
  };

  /** All events of a payment, in order. */
  const eventsOf = (orderId: string, { id, status, amount, refunds, dispute }: TruePayment): unknown[] => {
    const entity = (state: string) => ({
      payment: { entity: payment(orderId, state, id, { amount, captured: state === 'captured', created_at: PAID_AT }) },
    });
    const steps =
      status === 'failed'
        ? ['failed']
        : status === 'authorized'
          ? ['failed', 'authorized']
          : ['authorized', 'captured'];
    const paid = entity(status === 'captured' ? 'captured' : status);
    return [
      ...steps.map((step) => event(`payment.${step}`, entity(step))),
      ...refunds.flatMap((refund) =>
        ['pending', refund.status].map((state) =>
          event(`refund.${state === 'pending' ? 'created' : state}`, {
            ...paid,
            refund: { entity: { id: refund.id, payment_id: id, amount: refund.amount, status: state } },
          }),
        ),
      ),
      ...(dispute ? ['open', ...(dispute.end === 'open' ? [] : [dispute.end])] : []).map((state) =>
        event(`payment.dispute.${state === 'open' ? 'created' : state}`, {
          ...paid,
          dispute: { entity: { id: `disp_${id}`, payment_id: id, amount: dispute?.amount ?? 0, status: state } },
        }),
      ),
    ];
  };

  const work = async () => {
    const { signal } = new AbortController();
    await reconcileDue(shop.site.context, signal);
    await checkPayments(shop.site.context);
    await tellAbandoned(shop.site.context);
  };
  const keys = async () =>
    (await query<{ key: string }>("select submission_key as key from mails where submission_key not like 'id:%'")).map(
      ({ key }) => key,
    );

  test.each(SEEDS)(
    'whatever is lost, late, repeated and shuffled, the money is reported as it is (seed %i)',
    async (seed) => {
      const random = choices(seed);
      const buyers: Buyer[] = [];
      for (let number = 0; number < BUYERS; number += 1) buyers.push(await buy(random, number));
      const orders = buyers.flatMap((buyer) => buyer.orders);
      const payments = orders.flatMap((order) => order.payments);
      const events = orders.flatMap(({ id, payments: own }) => own.flatMap((one) => eventsOf(id, one)));
      // Each event comes once or twice, in random order, three at a time.
      const deliveries = random.shuffled(
        [...events, ...events.filter(() => random.chance(0.3))].map((body) => ({
          body,
          id: `evt_${events.indexOf(body)}`,
        })),
      );
      for (let at = 0; at < deliveries.length; at += 3) {
        const answers = await Promise.all(deliveries.slice(at, at + 3).map(({ body, id }) => hook(body, { id })));
        expect(answers.map(({ status }) => status).filter((status) => status !== 200)).toEqual([]);
        if (random.chance(0.2)) await work();
      }
      await query("update enrolments set created_at = created_at - interval '31 minutes'");
      await query("update orders set created_at = created_at - interval '31 minutes'");
      await work();

      const found = await query<{
        id: string;
        status: string;
        enrolment_id: string | null;
        row: string;
        receipt: string;
      }>('select provider_order_id as id, status, enrolment_id, id as row, receipt from orders');
      expect(Object.fromEntries(found.map(({ id, status }) => [id, status]))).toEqual(
        Object.fromEntries(orders.map(({ id, payments: own }) => [id, statusOf(own)])),
      );
      expect(found.filter(({ enrolment_id }) => enrolment_id === null)).toEqual([]);

      const mailed = await keys();
      expect(mailed.length).toBe(new Set(mailed).size);
      const refunds = payments.flatMap((one) => one.refunds);
      expect(mailed.filter((key) => key.startsWith('refund:')).toSorted()).toEqual(
        refunds
          .flatMap(({ id, status }) => [
            `refund:${id}:${status}:owner`,
            ...(status === 'processed' ? [`refund:${id}:${status}:buyer`] : []),
          ])
          .toSorted(),
      );
      expect(mailed.filter((key) => key.startsWith('problem:amount_mismatch')).toSorted()).toEqual(
        payments
          .filter(isMismatch)
          .map(({ id }) => `problem:amount_mismatch:${id}`)
          .toSorted(),
      );
      // Today lists the open disputes. The sums of list and spreadsheet equal the money that the provider holds for the site.
      const asked = await query<{ id: string }>(
        "select payment_id as id from payment_problems where kind = 'disputed' and settled_at is null order by id",
      );
      expect(asked.map(({ id }) => id)).toEqual(
        payments.flatMap(({ id, dispute }) => (dispute?.end === 'open' ? [id] : [])).toSorted(),
      );
      const here = payments.reduce((sum, one) => sum + heldOf(one), 0);
      const { call } = officeOf(() => shop.site);
      // The office's orders and the success page's payments agree with the provider.
      for (const { id, payments: own } of orders) {
        const { timeline, ...sums } = (await call('GET', `/orders/${found.find((one) => one.id === id)?.row}`)).body;
        const fits = own.filter((one) => isCaptured(one) && !isMismatch(one));
        const sum = (of: (one: TruePayment) => number) => ({
          amount: fits.reduce((all, one) => all + of(one), 0),
          currency: 'INR',
        });
        expect(sums).toMatchObject({
          paid: sum(({ amount }) => amount),
          refunded: sum((one) =>
            one.refunds.reduce((all, { amount, status }) => all + (status === 'failed' ? 0 : amount), 0),
          ),
          lost: sum(({ dispute }) => (dispute?.end === 'lost' ? dispute.amount : 0)),
          held: sum(heldOf),
        });
        expect(timeline[0].text).toBe('The order was made');
        const isPaid = (one: { text: string; at: string }) =>
          one.text.startsWith('Paid') && Date.parse(one.at) === PAID_AT * 1000;
        expect(timeline.filter(isPaid)).toHaveLength(own.filter(isCaptured).length);
        for (const one of own) {
          const known = isCaptured(one) ? (heldOf(one) > 0 || isMismatch(one) ? 'confirmed' : 'returned') : one.status;
          const page = await fetch(`${shop.site.url}/payment_state?payment_id=${one.id}`);
          expect(await page.json()).toEqual({ success: true, state: known });
        }
      }
      const { data } = (await call('GET', '/enrolments?perPage=100')).body;
      const ofList = data.map((row: { held: { amount: number } | null }) => row.held?.amount ?? 0);
      const csv: string = (await call('GET', '/exports/participants.csv')).body;
      const ofCsv = csv
        .split('\r\n')
        .slice(1, -1)
        .map((line) => 100 * Number(line.split('","')[6]));
      for (const sums of [ofList, ofCsv])
        expect(sums.reduce((sum: number, amount: number) => sum + amount, 0)).toBe(here);
      // Buyers with a captured payment are not reported as abandoned. A plain paid order has mailed its buyer one receipt.
      for (const { email, orders: own } of buyers) {
        const all = own.flatMap((order) => order.payments);
        const mails = await query<{ subject: string; to: string | null; text: string }>(
          "select message->>'subject' as subject, message->>'to' as to, message->>'text' as text from mails where email = $1",
          [email],
        );
        if (all.some(({ status }) => status === 'captured'))
          expect(mails.filter(({ subject }) => subject.startsWith('Enrolment abandoned'))).toEqual([]);
        for (const order of own) {
          const plain =
            order.payments.length === 1 &&
            statusOf(order.payments) === 'paid' &&
            order.payments[0]?.dispute === undefined &&
            order.payments[0]?.refunds.length === 0;
          const { receipt = '' } = found.find(({ id }) => id === order.id) ?? {};
          const isReceipt = ({ to, subject, text }: (typeof mails)[number]) =>
            to === email && subject.startsWith('Receipt') && text.includes(receipt);
          const receipts = mails.filter(isReceipt);
          expect(receipts.length).toBeLessThanOrEqual(order.payments.filter(isCaptured).length);
          if (plain) expect(receipts).toHaveLength(1);
        }
      }

      // Of each buyer's payments with money here, all but one raise an alarm.
      const held = buyers.map(
        ({ orders: own }) => own.flatMap((order) => order.payments).filter((one) => heldOf(one) > 0).length,
      );
      const alarms = await query<{ name: string }>("select name from alarms where name like 'payment:paid_twice:%'");
      expect(alarms).toHaveLength(held.reduce((sum, count) => sum + Math.max(0, count - 1), 0));

      // A second delivery of every event reports nothing again.
      for (const { body, id } of deliveries) await hook(body, { id: `again_${id}` });
      await work();
      expect((await keys()).length).toBe(mailed.length);
    },
  );
});
