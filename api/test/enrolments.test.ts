import { randomInt, randomUUID } from 'node:crypto';
import { abandonedJob } from '../src/enrolments/abandoned';
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
    expect(await query('select name, email, phone, course, notice from enrolments where id = $1', [enrolment])).toEqual(
      [who],
    );
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
    for (const id of ['', 'x', randomUUID()]) expect((await order(5_000_000, { 'Enrolment-Id': id })).status).toBe(200);
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

  test('both learn of each refund', async () => {
    const who = person();
    const { orderId } = await enrolAndOrder(who);
    await tell('payment.captured', orderId, 'captured', { captured: true });
    for (const [status, amount, all] of [
      ['captured', 1_000_000, 1_000_000],
      ['captured', 1_500_000, 2_500_000],
      ['refunded', 2_500_000, 5_000_000],
    ] as const) {
      const notices = { id: `rfnd_${amount}_${orderId}`, payment_id: `pay_${orderId}`, amount, status: 'processed' };
      const paid = payment(orderId, status, `pay_${orderId}`, { captured: true, amount_refunded: all });
      await hook(event('refund.processed', { refund: { entity: notices }, payment: { entity: paid } }));
    }
    const all = await subjects(who);
    expect(all.filter((subject) => subject.startsWith('buyer: Part of your payment'))).toHaveLength(2);
    expect(all.filter((subject) => subject.startsWith('owner: Refunded:'))).toHaveLength(1);
    const last = (await mailsTo(who)).find(({ message }) => message.subject.startsWith('Your payment is refunded'));
    expect(last?.message.text).toContain('Refunded: ₹50,000');
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
    const job = abandonedJob({ db: database.db, outgoing, owner });
    for (const _time of [1, 2]) await job.run(new AbortController().signal);
    const notices = async (who: Person) => (await subjects(who)).filter((subject) => subject.includes('abandoned'));
    for (const name of ['alone', 'unpaid'] as const) {
      expect(await notices(people[name])).toEqual(['owner: Enrolment abandoned: Online Course, Meena R']);
    }
    for (const name of ['failed', 'paid', 'young', 'again'] as const) expect(await notices(people[name])).toEqual([]);
    await tell('payment.captured', made.unpaid.orderId, 'captured', { captured: true });
    expect(await statusOf(made.unpaid.orderId)).toBe('paid');
    expect(await subjects(people.unpaid)).toHaveLength(3);
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
