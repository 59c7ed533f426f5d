import { randomInt, randomUUID } from 'node:crypto';
import { type CoursePatch, changeCourse, readCourse } from '../src/catalogue/catalogue';
import { tellAbandoned } from '../src/enrolments/abandoned';
import { reconcileDue } from '../src/orders/reconcile';
import { erasePerson } from '../src/personal-data';
import { ofUnits } from '../wire/money';
import type { CourseVariant } from '../wire/orders';
import { officeOf } from './helpers/office';
import { callsOf, type Shop, startShop } from './helpers/orders/shop';
import { until } from './helpers/site';

let shop: Shop;
beforeAll(async () => {
  shop = await startShop();
});
afterAll(() => shop.stop());
const { order, statusOf, payment, event, hook } = callsOf(() => shop);
const { call } = officeOf(() => shop.site);
const query = <T extends object>(text: string, values: unknown[] = []) => shop.site.database.query<T>(text, values);

const person = () => ({
  name: 'Meena R',
  email: `meena-${randomUUID().slice(0, 8)}@buyer.example`,
  phone: `+91 9${randomInt(100_000_000, 999_999_999)}`,
  course: 'online',
  notice: '1',
});
type Person = ReturnType<typeof person>;
const enrol = async (body: unknown, headers = {}) => {
  const answer = await shop.site.post('/enrolments', body, headers);
  return { status: answer.status, body: await answer.json() };
};
/** An enrolment and its order. */
const enrolAndOrder = async (who: Person, amount = 5_000_000) => {
  const enrolment: string = (await enrol(who)).body.id;
  const orderId: string = (await order(amount, { 'Enrolment-Id': enrolment })).body.id;
  return { enrolment, orderId };
};

const change = async (course: CourseVariant, patch: CoursePatch, reason?: string) => {
  const { db } = shop.site.context.database;
  const { version } = await readCourse(db, course);
  return changeCourse(db, course, patch, { by: 'Asha', reason, version });
};

describe('the catalogue', () => {
  const catalogue = async () => {
    const answer = await fetch(`${shop.site.url}/catalogue`);
    return { cache: answer.headers.get('cache-control'), ...(await answer.json()) };
  };
  afterEach(async () => {
    for (const [course, price] of [
      ['online', 50_000],
      ['offline', 100_000],
      ['only-offline', 200_000],
    ] as const)
      await change(course, { price: ofUnits(price), status: 'open' });
  });

  test('the catalogue begins with the prices of the content, and is public for seconds', async () => {
    expect(await catalogue()).toEqual({
      success: true,
      cache: 'public, max-age=5',
      data: [
        ['online', 'Online Course', 50_000, true],
        ['offline', 'Offline Course', 100_000, true],
        ['only-offline', 'Only Offline Course', 200_000, false],
      ].map(([variant, label, price, plus_tax]) => ({
        variant,
        label,
        ...ofUnits(Number(price)),
        plus_tax,
        status: 'open',
        place: null,
        next_dates: null,
      })),
    });
  });

  test('a price in another currency is never stored as rupees', async () => {
    await expect(change('online', { price: ofUnits(700, 'USD') })).rejects.toThrow('hold INR, and no USD');
    expect((await catalogue()).data[0]).toMatchObject(ofUnits(50_000));
  });

  test('a changed price holds at once for pages and orders, with its history', async () => {
    await change('online', { price: ofUnits(45_000) }, 'Diwali');
    expect((await catalogue()).data[0]).toMatchObject({ amount: 4_500_000, currency: 'INR' });
    const { id } = (await enrol(person())).body;
    expect((await order(4_500_000, { 'Enrolment-Id': id })).status).toBe(200);
    const [newest, ...older] = await shop.site.database.query<Record<string, unknown>>(
      'select * from course_changes order by id desc',
    );
    expect(newest).toMatchObject({ variant: 'online', price_in_rupees: 45_000, reason: 'Diwali', changed_by: 'Asha' });
    expect(older).toContainEqual(expect.objectContaining({ variant: 'online', price_in_rupees: 50_000 }));
  });

  describe('an old page gets the new price before it pays', () => {
    const refusal = {
      success: false,
      code: 'price_changed',
      ...ofUnits(45_000),
      plus_tax: true,
      message: expect.stringMatching(/^The price of the Online Course has changed: it is ₹45,000 \+ GST now\./),
    };

    test('by its enrolment', async () => {
      const { id } = (await enrol(person())).body;
      await change('online', { price: ofUnits(45_000) });
      expect(await order(5_000_000, { 'Enrolment-Id': id })).toEqual({ status: 422, body: refusal });
    });

    test('by the price that only this course ever had', async () => {
      await change('online', { price: ofUnits(45_000) });
      expect(await order(5_000_000)).toEqual({ status: 422, body: refusal });
      expect(await order(1_234_500)).toMatchObject({
        status: 422,
        body: { message: expect.stringMatching(/^No course/) },
      });
    });

    test('also where the old price is another course’s of now', async () => {
      const { id } = (await enrol(person())).body;
      await change('online', { price: ofUnits(45_000) });
      await change('offline', { price: ofUnits(50_000) });
      expect(await order(5_000_000, { 'Enrolment-Id': id })).toEqual({ status: 422, body: refusal });
    });
  });

  test('a course that is full takes neither enrolments nor orders, and says so', async () => {
    const { id } = (await enrol(person())).body;
    await change('online', { status: 'full' });
    const full = {
      success: false,
      code: 'course_unavailable',
      message: expect.stringMatching(/^The Online Course is full\. Nothing has been charged\./),
    };
    expect((await enrol(person())).body).toEqual(full);
    expect(await order(5_000_000, { 'Enrolment-Id': id })).toEqual({ status: 422, body: full });
    expect(await order(5_000_000)).toEqual({ status: 422, body: full });
  });
});

describe('enrolments', () => {
  const tell = (type: string, orderId: string, status: string, more = {}) =>
    hook(event(type, { payment: { entity: payment(orderId, status, `pay_${orderId}`, more) } }));

  interface Mail {
    email: string;
    message: { to?: string; replyTo?: string; subject: string; text: string };
  }
  const mailsTo = ({ email }: Person): Promise<Mail[]> =>
    query<Mail & object>(
      'select email, message from mails where email = $1 and message is not null order by created_at, id',
      [email],
    );
  const subjects = async (who: Person): Promise<string[]> =>
    (await mailsTo(who)).map(({ message }) => `${message.to ? 'buyer' : 'owner'}: ${message.subject}`).sort();

  describe('an enrolment', () => {
    test('is kept with the notice that was shown, and tied to the order and its notes', async () => {
      const who = person();
      const { enrolment, orderId } = await enrolAndOrder(who);
      expect(
        await query('select name, email, phone, course, notice from enrolments where id = $1', [enrolment]),
      ).toEqual([who]);
      expect(await query('select enrolment_id from orders where provider_order_id = $1', [orderId])).toEqual([
        { enrolment_id: enrolment },
      ]);
      expect(shop.provider.orders.find(({ id }) => id === orderId)).toMatchObject({
        notes: { enrolment, course: 'Online Course' },
      });
      expect(JSON.stringify(shop.provider.orders)).not.toContain(who.email);
    });

    test('counts once, however often it is sent', async () => {
      const headers = { 'idempotency-key': randomUUID() };
      const who = person();
      const sent = await Promise.all([enrol(who, headers), enrol(who, headers), enrol(who, headers)]);
      expect(new Set(sent.map(({ body }) => body.id)).size).toBe(1);
      const [first, second] = [await enrol(who), await enrol(who)];
      expect(first.body.id).toBe(second.body.id);
    });

    test.each([
      [{ name: ' ', email: '', phone: '' }, 'Please enter your name.'],
      [{ email: '', phone: '' }, 'Please enter your email.'],
      [{ phone: ' ' }, 'Please enter your phone number.'],
      [{ email: 'meena' }, 'Please enter an email address such as name@example.com.'],
      [{ name: 'a\r\nBcc: x@y.example' }, 'Your name has characters that cannot be kept.'],
      [{ course: 'evening' }, 'Please choose a course.'],
    ])('is refused with what is wrong first: %j', async (wrong, message) => {
      expect(await enrol({ ...person(), ...wrong })).toEqual({ status: 422, body: { success: false, message } });
    });

    test('an order without one, or with one that is not known, is made all the same', async () => {
      for (const id of ['', 'x', randomUUID()])
        expect((await order(5_000_000, { 'Enrolment-Id': id })).status).toBe(200);
    });

    test('an order at the price of another course is not', async () => {
      const { body } = await enrol({ ...person(), course: 'only-offline' });
      expect((await order(5_000_000, { 'Enrolment-Id': body.id })).status).toBe(422);
    });
  });

  describe('by mail', () => {
    test('owner and buyer learn of a payment, once, and the buyer gets a receipt', async () => {
      const who = person();
      const { orderId } = await enrolAndOrder(who);
      await tell('payment.authorized', orderId, 'authorized');
      expect(await subjects(who)).toEqual([]);
      for (const _time of [1, 2]) await tell('payment.captured', orderId, 'captured', { captured: true });
      expect(await subjects(who)).toEqual([
        'buyer: Receipt for your course: Online Course, Nool & Needle',
        'owner: Paid: Online Course, Meena R',
      ]);
      const receipt = (await mailsTo(who)).find(({ message }) => message.to)?.message;
      expect(receipt).toMatchObject({ to: who.email, replyTo: 'hello@noolandneedle.example' });
      for (const part of [
        'Online Course',
        '₹50,000',
        `pay_${orderId}`,
        'GST is invoiced separately.',
        'hello@noolandneedle.example',
      ]) {
        expect(receipt?.text).toContain(part);
      }
      const notices = (await mailsTo(who)).find(({ message }) => !message.to)?.message;
      for (const part of [who.email, who.phone, '₹50,000', `pay_${orderId}`]) expect(notices?.text).toContain(part);
      const sent = await until(async () =>
        (await shop.site.outbox()).find((mail) => mail.includes(`\nTo: ${who.email}`)),
      );
      expect(sent).toContain('Receipt for your course');
    });

    test('a course whose price includes everything says nothing of GST', async () => {
      const who = { ...person(), course: 'only-offline' };
      const { orderId } = await enrolAndOrder(who, 20_000_000);
      await tell('payment.captured', orderId, 'captured', { captured: true, amount: 20_000_000 });
      expect((await mailsTo(who)).map(({ message }) => message.text).join()).not.toContain('GST');
    });

    test('the owner learns of a payment that failed, and why', async () => {
      const who = person();
      const { orderId } = await enrolAndOrder(who);
      await tell('payment.failed', orderId, 'failed', { error_description: 'Declined by the bank.' });
      const [mail, ...more] = await mailsTo(who);
      expect([mail?.message.subject, more]).toEqual(['Payment failed: Online Course, Meena R', []]);
      expect(mail?.message.text).toContain('Why: Declined by the bank.');
    });

    test('the owner learns of an order that nobody enrolled for', async () => {
      const { body } = await order();
      await tell('payment.captured', body.id, 'captured', { captured: true });
      const [mail] = await query<Mail & object>("select message from mails where message->>'subject' like $1", [
        `Paid: ₹50,000, pay_${body.id}`,
      ]);
      expect(mail?.message.text).toContain('look for the payment id');
    });

    test('the owner learns after 30 minutes of those who went away, once, and not of those who paid or failed', async () => {
      const people = {
        alone: person(),
        unpaid: person(),
        failed: person(),
        paid: person(),
        young: person(),
        again: person(),
      };
      const made = Object.fromEntries(
        await Promise.all(
          Object.entries(people).map(async ([name, who]) =>
            name === 'alone'
              ? [name, { enrolment: (await enrol(who)).body.id, orderId: '' }]
              : [name, await enrolAndOrder(who)],
          ),
        ),
      ) as Record<keyof typeof people, { enrolment: string; orderId: string }>;
      await tell('payment.failed', made.failed.orderId, 'failed');
      await tell('payment.captured', made.paid.orderId, 'captured', { captured: true });
      await query("update enrolments set created_at = now() - interval '31 minutes' where id <> $1", [
        made.young.enrolment,
      ]);
      await query(
        "update orders set created_at = now() - interval '31 minutes', reconciled_at = now() where provider_order_id <> $1",
        [made.again.orderId],
      );
      const { database, outgoing, owner } = shop.site.context;
      for (const _time of [1, 2]) await tellAbandoned({ db: database.db, outgoing, owner });
      const notices = async (who: Person) => (await subjects(who)).filter((subject) => subject.includes('abandoned'));
      for (const name of ['alone', 'unpaid'] as const) {
        expect(await notices(people[name])).toEqual(['owner: Enrolment abandoned: Online Course, Meena R']);
      }
      for (const name of ['failed', 'paid', 'young', 'again'] as const) expect(await notices(people[name])).toEqual([]);
      // A day later the order of the failed payment is given up, and its owner has their mail already.
      await query(
        "update orders set created_at = now() - interval '25 hours', reconciled_at = null where provider_order_id = $1",
        [made.failed.orderId],
      );
      await reconcileDue(shop.site.context, new AbortController().signal);
      expect(await statusOf(made.failed.orderId)).toBe('expired');
      await tellAbandoned({ db: database.db, outgoing, owner });
      expect(await notices(people.failed)).toEqual([]);
      await tell('payment.captured', made.unpaid.orderId, 'captured', { captured: true });
      expect(await statusOf(made.unpaid.orderId)).toBe('paid');
      expect(await subjects(people.unpaid)).toHaveLength(3);
    });

    test('who pays, or is erased, while the owner is told of others is not called abandoned', async () => {
      const [other, paid, erased] = [person(), person(), person()];
      const { orderId } = await enrolAndOrder(paid);
      for (const who of [other, erased]) await enrol(who);
      await query("update enrolments set created_at = now() - interval '31 minutes'");
      await query("update enrolments set created_at = now() - interval '1 hour' where email = $1", [other.email]);
      await query("update orders set created_at = now() - interval '31 minutes', reconciled_at = now()");
      const { db, outgoing, owner } = shop.site.context;
      const add: typeof outgoing.add = async (tx, mail) => {
        if (mail.email === other.email) {
          await tell('payment.captured', orderId, 'captured', { captured: true });
          await erasePerson(shop.site.context, erased.email);
        }
        return outgoing.add(tx, mail);
      };
      await tellAbandoned({ db, outgoing: { ...outgoing, add }, owner });
      expect(await subjects(other)).toEqual(['owner: Enrolment abandoned: Online Course, Meena R']);
      expect((await subjects(paid)).filter((subject) => subject.includes('abandoned'))).toEqual([]);
      expect(await subjects(erased)).toEqual([]);
    });
  });

  test('a course that is taken one-on-one is called so in order, receipt, mails, office and spreadsheet', async () => {
    const who = { ...person(), format: 'one-on-one' };
    const name = 'One-on-one transformation, Online Course';
    const enrolment: string = (await enrol(who)).body.id;
    expect((await enrol({ ...who, format: 'group' })).body.id).not.toBe(enrolment);
    const orderId: string = (await order(5_000_000, { 'Enrolment-Id': enrolment })).body.id;
    expect(shop.provider.orders.at(-1)).toMatchObject({ notes: { course: name } });
    expect(await query('select course, format from orders where provider_order_id = $1', [orderId])).toEqual([
      { course: 'online', format: 'one-on-one' },
    ]);
    await tell('payment.captured', orderId, 'captured', { captured: true });
    const mails = await mailsTo(who);
    expect(mails.map(({ message }) => message.subject.split(',').slice(0, 2).join())).toEqual(
      expect.arrayContaining([`Paid: ${name}`, `Receipt for your course: ${name}`]),
    );
    expect(mails.every(({ message }) => message.text.includes(`Course: ${name}`))).toBe(true);
    const { data } = (await call('GET', `/enrolments?q=${who.email}`)).body;
    expect(data).toContainEqual(expect.objectContaining({ course: 'online', course_label: name }));
    expect((await call('GET', '/exports/participants.csv')).body).toContain(`"${name}"`);
    expect((await enrol({ ...person(), format: 'alone' })).status).toBe(422);
  });
});

describe('lost answers', () => {
  const enrolOnce = async (who: object, attempt: string): Promise<string> =>
    (await enrol(who, { 'Idempotency-Key': attempt })).body.id;
  const orderOf = async (attempt: string): Promise<string> =>
    (await order(5_000_000, { 'Idempotency-Key': attempt })).body.id;
  const capture = (id: string) =>
    hook(event('payment.captured', { payment: { entity: payment(id, 'captured', `pay_${id}`, { captured: true }) } }));
  const enrolmentOf = async (orderId: string) =>
    (await query<{ id: string }>('select enrolment_id as id from orders where provider_order_id = $1', [orderId]))[0]
      ?.id;
  const subjects = async (...emails: string[]) =>
    (
      await query<{ subject: string }>(
        "select message->>'subject' as subject from mails where email = any($1) order by created_at, submission_key desc",
        [emails],
      )
    ).map(({ subject }) => subject.split(':')[0]);
  const halfAnHourLater = async ({ isHeard = true } = {}) => {
    await query("update enrolments set created_at = created_at - interval '31 minutes'");
    await query("update orders set created_at = created_at - interval '31 minutes'");
    // Reconciliation asks the provider about an order every five minutes.
    if (isHeard) await query('update orders set reconciled_at = now()');
    const { database, outgoing, owner } = shop.site.context;
    await tellAbandoned({ db: database.db, outgoing, owner });
  };

  describe('an enrolment whose answer the browser never got', () => {
    test('is tied to the order of the same attempt, so that the buyer gets a receipt', async () => {
      const [who, attempt] = [person(), randomUUID()];
      const enrolment = await enrolOnce(who, attempt);
      const id = await orderOf(attempt);
      expect(await enrolmentOf(id)).toBe(enrolment);
      await capture(id);
      expect(await subjects(who.email)).toEqual(['Paid', 'Receipt for your course']);
      await halfAnHourLater();
      expect(await subjects(who.email)).toHaveLength(2);
    });

    test('is tied when it is kept after the order was paid: the owner learns who it was', async () => {
      const [who, attempt] = [person(), randomUUID()];
      const id = await orderOf(attempt);
      await capture(id);
      const enrolment = await enrolOnce(who, attempt);
      expect(await enrolmentOf(id)).toBe(enrolment);
      expect(await subjects(who.email)).toEqual(['Who paid is known now', 'Receipt for your course']);
      const named = "select from mails where email = $1 and message->>'text' like $2";
      expect(await query(named, [who.email, `%Payment id: pay_${id}\n%`])).toHaveLength(2);
      await enrolOnce(who, attempt);
      expect(await subjects(who.email)).toHaveLength(2);
    });

    test('is tied by its id to an order that an earlier call without it could not make', async () => {
      const [headers, enrolment] = [{ 'Idempotency-Key': randomUUID() }, await enrolOnce(person(), randomUUID())];
      shop.provider.faults.push('refuse');
      expect((await order(5_000_000, headers)).status).toBe(502);
      const { id } = (await order(5_000_000, { ...headers, 'Enrolment-Id': enrolment })).body;
      expect(await enrolmentOf(id)).toBe(enrolment);
    });

    test('is not tied to an order that pays another course', async () => {
      const [who, attempt] = [{ ...person(), course: 'only-offline' }, randomUUID()];
      const id = await orderOf(attempt);
      await capture(id);
      await enrolOnce(who, attempt);
      expect([await enrolmentOf(id), await subjects(who.email)]).toEqual([null, []]);
    });

    test('is tied to an order at the price that its course had then, and at no other that it ever had', async () => {
      const [dear, own] = [randomUUID(), randomUUID()];
      const [paid, mine] = [await orderOf(dear), await orderOf(own)];
      const price = (course: string, units: number, when: string) =>
        query(
          `insert into course_changes (variant, price_in_rupees, plus_tax, status, changed_by, created_at)
           values ($1, $2, true, 'open', 'Long ago', now() + $3::interval)`,
          [course, units, when],
        );
      for (const when of ['-2 years', '0']) await price('only-offline', 50_000, when);
      await price('online', 60_000, '0');
      try {
        const enrolment = await enrolOnce(person(), own);
        await enrolOnce({ ...person(), course: 'only-offline' }, dear);
        expect([await enrolmentOf(paid), await enrolmentOf(mine)]).toEqual([null, enrolment]);
      } finally {
        await query("delete from course_changes where changed_by = 'Long ago'");
      }
    });

    test('is tied after its course changed its price: the owner has to decide about the money', async () => {
      const [who, attempt] = [person(), randomUUID()];
      const id = await orderOf(attempt);
      await capture(id);
      await change('online', { price: ofUnits(60_000) });
      await enrolOnce(who, attempt);
      await change('online', { price: ofUnits(50_000) });
      expect(await subjects(who.email)).toEqual([
        'Who paid is known now, but the course has changed',
        'Receipt for your course',
      ]);
      expect(await query('select kind, text from payment_problems where payment_id = $1', [`pay_${id}`])).toEqual([
        { kind: 'not_offered', text: expect.stringContaining('costs ₹60,000 now; it was ordered at ₹50,000.') },
      ]);
    });

    test('says of the tax what holds for its own course, where another one costs as much', async () => {
      const [who, attempt] = [{ ...person(), course: 'only-offline' }, randomUUID()];
      await change('offline', { price: ofUnits(200_000) });
      const { id } = (await order(20_000_000, { 'Idempotency-Key': attempt })).body;
      await enrolOnce(who, attempt);
      await change('offline', { price: ofUnits(100_000) });
      const entity = payment(id, 'captured', `pay_${id}`, { captured: true, amount: 20_000_000 });
      await hook(event('payment.captured', { payment: { entity } }));
      const [receipt] = await query<{ text: string }>(
        "select message->>'text' as text from mails where message->>'to' = $1",
        [who.email],
      );
      expect(receipt?.text).toContain('Amount: ₹2,00,000');
      expect(receipt?.text).not.toContain('GST');
    });

    test('is tied when both arrive at the same moment', async () => {
      for (let round = 0; round < 8; round += 1) {
        const attempt = randomUUID();
        const [enrolment, id] = await Promise.all([enrolOnce(person(), attempt), orderOf(attempt)]);
        expect(await enrolmentOf(id)).toBe(enrolment);
      }
    });

    test('is the same one when the visitor tries again', async () => {
      const who = person();
      const first = await enrolOnce(who, randomUUID());
      expect(await enrolOnce(who, randomUUID())).toBe(first);
      await query("update enrolments set created_at = now() - interval '31 minutes' where id = $1", [first]);
      const later = await enrolOnce(who, randomUUID());
      expect(later).not.toBe(first);
      // The owner has been told that this one was given up.
      await query('update enrolments set abandoned_at = now() where id = $1', [later]);
      expect(await enrolOnce(who, randomUUID())).not.toBe(later);
    });

    test('is the one that the browser names while its details hold, also when it is paid and the course full', async () => {
      const who = person();
      const { enrolment, orderId } = await enrolAndOrder(who);
      const again = async (more = {}) => (await enrol({ ...who, ...more }, { 'Enrolment-Id': enrolment })).body.id;
      await capture(orderId);
      // In another tab, which does not know it, who has paid enrols anew.
      expect(await enrolOnce(who, randomUUID())).not.toBe(enrolment);
      await change('online', { status: 'full' });
      expect(await again()).toBe(enrolment);
      expect(await again({ name: 'Her sister' })).toBeUndefined();
      await change('online', { status: 'open' });
      expect(await again({ name: 'Her sister' })).not.toBe(enrolment);
      // The id of a deleted enrolment makes a new one, so that the buyer is known.
      await query('update orders set enrolment_id = null where enrolment_id = $1', [enrolment]);
      await query('delete from enrolments where id = $1', [enrolment]);
      expect(await query('select name from enrolments where id = $1', [await again()])).toEqual([{ name: who.name }]);
    });

    test('is tied by nobody else’s attempt', async () => {
      await enrolOnce(person(), randomUUID());
      expect(await enrolmentOf(await orderOf(randomUUID()))).toBeNull();
    });
  });

  test('a corrected typing error followed by a payment is not called abandoned', async () => {
    const who = person();
    const wrong = { ...who, email: who.email.replace('@', '-typo@') };
    await enrolOnce(wrong, randomUUID());
    const attempt = randomUUID();
    await enrolOnce(who, attempt);
    await capture(await orderOf(attempt));
    await halfAnHourLater();
    expect(await subjects(who.email, wrong.email)).toEqual(['Paid', 'Receipt for your course']);
  });

  test('of two tries of somebody who went away the owner hears once', async () => {
    const who = person();
    const wrong = { ...who, phone: '12345' };
    await enrolOnce(wrong, randomUUID());
    await enrolOnce(who, randomUUID());
    await halfAnHourLater();
    expect(await subjects(who.email)).toEqual(['Enrolment abandoned']);
  });

  test('nobody is called abandoned while the provider, who may have the money, does not answer', async () => {
    const [who, attempt] = [person(), randomUUID()];
    await enrolOnce(who, attempt);
    const id = await orderOf(attempt);
    await halfAnHourLater({ isHeard: false });
    expect(await subjects(who.email)).toEqual([]);
    await capture(id);
    await halfAnHourLater();
    expect(await subjects(who.email)).toEqual(['Paid', 'Receipt for your course']);
  });

  test('who did not pay is called abandoned once the provider has said so', async () => {
    const [who, attempt] = [person(), randomUUID()];
    await enrolOnce(who, attempt);
    await orderOf(attempt);
    await halfAnHourLater({ isHeard: false });
    expect(await subjects(who.email)).toEqual([]);
    await query('update orders set reconciled_at = now()');
    await halfAnHourLater();
    expect(await subjects(who.email)).toEqual(['Enrolment abandoned']);
  });
});

describe('mails about refunds and disputes', () => {
  const AMOUNT = 5_000_000;

  /** Enrols a person, orders and pays. */
  const buyer = async () => {
    const who = person();
    const { email } = who;
    const { orderId: id } = await enrolAndOrder(who);
    const pay = `pay_${id}`;
    await hook(event('payment.captured', { payment: { entity: payment(id, 'captured', pay, { captured: true }) } }));
    return { email, id, pay };
  };
  type Buyer = Awaited<ReturnType<typeof buyer>>;

  const refund = ({ id, pay }: Buyer, step: 'created' | 'failed' | 'processed', name = 'a', amount = AMOUNT) =>
    hook(
      event(`refund.${step}`, {
        refund: {
          entity: { id: `rfnd_${name}_${id}`, payment_id: pay, amount, status: step === 'created' ? 'pending' : step },
        },
        // The provider adds a refund to its payment as soon as it is requested.
        payment: {
          entity: payment(id, step === 'failed' ? 'captured' : 'refunded', pay, {
            captured: true,
            amount_refunded: step === 'failed' ? 0 : amount,
          }),
        },
      }),
    );
  const dispute = ({ id, pay }: Buyer, step: string) =>
    hook(
      event(`payment.dispute.${step}`, {
        dispute: {
          entity: { id: `disp_${id}`, payment_id: pay, amount: AMOUNT, status: step === 'created' ? 'open' : step },
        },
        payment: { entity: payment(id, 'captured', pay, { captured: true }) },
      }),
    );

  /** A buyer's mails in order, without the notice of the payment and its receipt. */
  const mailed = async ({ email }: Buyer) => {
    const rows = await shop.site.database.query<{ to: string | null; subject: string; text: string }>(
      `select message->>'to' as to, message->>'subject' as subject, message->>'text' as text from mails
     where email = $1 order by created_at, submission_key desc`,
      [email],
    );
    return rows
      .map(({ to, subject, text }) => ({ line: `${to ? 'buyer' : 'owner'}: ${subject.split(':')[0]}`, text }))
      .filter(({ line }) => !/: (Paid|Receipt)/.test(line));
  };
  const lines = async (who: Buyer) => (await mailed(who)).map(({ line }) => line);

  describe('a refund', () => {
    test('that is under way is reported to nobody; when it has gone back, to both, once', async () => {
      const who = await buyer();
      await refund(who, 'created');
      expect(await lines(who)).toEqual([]);
      for (const _time of [1, 2]) await refund(who, 'processed');
      await refund(who, 'created');
      expect(await lines(who)).toEqual(['owner: Refunded', 'buyer: Your payment is refunded']);
      // Mails about refunded money state no tax.
      expect((await mailed(who)).map(({ text }) => text).join()).not.toContain('GST');
    });

    test('that failed, failed again and succeeded at last is reported each time', async () => {
      const who = await buyer();
      for (const name of ['a', 'b']) {
        await refund(who, 'created', name);
        for (const _time of [1, 2]) await refund(who, 'failed', name);
      }
      expect(await lines(who)).toEqual(['owner: A refund failed', 'owner: A refund failed']);
      await refund(who, 'created', 'c');
      await refund(who, 'processed', 'c');
      expect((await lines(who)).slice(2)).toEqual(['owner: Refunded', 'buyer: Your payment is refunded']);
    });

    test('that failed and went through after all, by the same name, is reported', async () => {
      const who = await buyer();
      await refund(who, 'failed');
      await refund(who, 'processed');
      await refund(who, 'failed');
      expect(await lines(who)).toEqual([
        'owner: A refund failed',
        'owner: Refunded',
        'buyer: Your payment is refunded',
      ]);
    });

    test('in part says how much, and what has gone back in all', async () => {
      const who = await buyer();
      await refund(who, 'processed', 'a', 1_000_000);
      await refund(who, 'processed', 'b', 1_500_000);
      await refund(who, 'processed', 'c', 2_500_000);
      const toBuyer = (await mailed(who)).filter(({ line }) => line.startsWith('buyer'));
      expect(toBuyer.map(({ line }) => line)).toEqual([
        ...Array(2).fill('buyer: Part of your payment is refunded'),
        'buyer: Your payment is refunded',
      ]);
      expect(toBuyer[1]?.text).toContain('This refund: ₹15,000\nRefunded: ₹25,000');
      expect(toBuyer[2]?.text).toContain('Refunded: ₹50,000');
    });
  });

  test('a refund of money in another currency is reported in that currency', async () => {
    const who = person();
    const { orderId: id } = await enrolAndOrder(who);
    const paid = payment(id, 'captured', `pay_${id}`, { captured: true, amount: 70_000, currency: 'USD' });
    await hook(event('payment.captured', { payment: { entity: paid } }));
    const back = { id: `rfnd_${id}`, payment_id: `pay_${id}`, amount: 70_000, status: 'processed' };
    await hook(event('refund.processed', { refund: { entity: back }, payment: { entity: paid } }));
    const reports = await mailed({ email: who.email, id, pay: `pay_${id}` });
    expect(reports.map(({ line }) => line)).toEqual([
      'owner: Captured money does not fit its order',
      'owner: Refunded',
      'buyer: Your payment is refunded',
    ]);
    for (const { text } of reports.slice(1)) {
      expect(text).toContain('Amount: USD 700');
      expect(text).toContain('Refunded: USD 700');
      expect(text).not.toContain('₹');
    }
  });

  test.each([
    ['won', 'owner: Dispute won'],
    ['closed', 'owner: Dispute closed'],
    ['lost', 'owner: Dispute lost'],
  ])('a dispute that was %s is reported', async (end, line) => {
    const who = await buyer();
    for (const step of ['created', 'under_review', 'action_required', 'action_required', end, end])
      await dispute(who, step);
    expect(await lines(who)).toEqual(['owner: Payment disputed', 'owner: A dispute needs your answer', line]);
  });

  test('no mail says that a buyer was informed whom nobody knows', async () => {
    const id: string = (await order(AMOUNT)).body.id;
    const who = { email: '', id, pay: `pay_${id}` };
    await hook(
      event('payment.captured', { payment: { entity: payment(id, 'captured', who.pay, { captured: true }) } }),
    );
    await refund(who, 'processed');
    const rows = await shop.site.database.query<{ text: string }>(
      "select message->>'text' as text from mails where message->>'text' like $1",
      [`%${who.pay}%`],
    );
    expect(rows).toHaveLength(2);
    for (const { text } of rows) {
      expect(text).toContain('Who paid is not known here');
      expect(text).not.toMatch(/receipt (has been|goes)|buyer (has been|is) informed|mail about it/i);
    }
  });
});
