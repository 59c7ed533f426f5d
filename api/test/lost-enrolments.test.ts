import { randomInt, randomUUID } from 'node:crypto';
import { abandonedJob } from '../src/enrolments/abandoned';
import { callsOf, type Shop, startShop } from './helpers/orders/shop';

let shop: Shop;
beforeAll(async () => {
  shop = await startShop();
});
afterAll(() => shop.stop());

const { order, payment, event, hook } = callsOf(() => shop);
const query = <T extends object>(text: string, values: unknown[] = []) => shop.site.database.query<T>(text, values);
const person = () => ({
  name: `Ravi ${randomUUID().slice(0, 6)}`,
  email: `ravi-${randomUUID().slice(0, 8)}@buyer.example`,
  phone: `+91 9${randomInt(100_000_000, 999_999_999)}`,
  course: 'online',
});
const enrol = async (who: object, attempt: string): Promise<string> =>
  (await (await shop.site.post('/enrolments', who, { 'Idempotency-Key': attempt })).json()).id;
const orderOf = async (attempt: string): Promise<string> =>
  (await order(5_000_000, { 'Idempotency-Key': attempt })).body.id;
const capture = (id: string) =>
  hook(event('payment.captured', { payment: { entity: payment(id, 'captured', `pay_${id}`, { captured: true }) } }));
const enrolmentOf = async (orderId: string) =>
  (await query<{ id: string }>('select enrolment_id as id from orders where provider_order_id = $1', [orderId]))[0]?.id;
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
  // The provider is asked for an order every five minutes.
  if (isHeard) await query('update orders set reconciled_at = now()');
  const { database, outgoing, owner } = shop.site.context;
  await abandonedJob({ db: database.db, outgoing, owner }).run(new AbortController().signal);
};

describe('an enrolment whose answer the browser never got', () => {
  test('is tied to the order of the same attempt, so that the buyer gets a receipt', async () => {
    const [who, attempt] = [person(), randomUUID()];
    const enrolment = await enrol(who, attempt);
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
    const enrolment = await enrol(who, attempt);
    expect(await enrolmentOf(id)).toBe(enrolment);
    expect(await subjects(who.email)).toEqual(['Who paid is known now', 'Receipt for your course']);
    await enrol(who, attempt);
    expect(await subjects(who.email)).toHaveLength(2);
  });

  test('is tied when both arrive at the same moment', async () => {
    for (let round = 0; round < 8; round += 1) {
      const attempt = randomUUID();
      const [enrolment, id] = await Promise.all([enrol(person(), attempt), orderOf(attempt)]);
      expect(await enrolmentOf(id)).toBe(enrolment);
    }
  });

  test('is the same one when the visitor tries again', async () => {
    const who = person();
    expect(await enrol(who, randomUUID())).toBe(await enrol(who, randomUUID()));
  });

  test('is tied by nobody else’s attempt', async () => {
    await enrol(person(), randomUUID());
    expect(await enrolmentOf(await orderOf(randomUUID()))).toBeNull();
  });
});

test('a corrected typing error followed by a payment is not called abandoned', async () => {
  const who = person();
  const wrong = { ...who, email: who.email.replace('@', '-typo@') };
  await enrol(wrong, randomUUID());
  const attempt = randomUUID();
  await enrol(who, attempt);
  await capture(await orderOf(attempt));
  await halfAnHourLater();
  expect(await subjects(who.email, wrong.email)).toEqual(['Paid', 'Receipt for your course']);
});

test('of two tries of somebody who went away the owner hears once', async () => {
  const who = person();
  const wrong = { ...who, phone: '12345' };
  await enrol(wrong, randomUUID());
  await enrol(who, randomUUID());
  await halfAnHourLater();
  expect(await subjects(who.email)).toEqual(['Enrolment abandoned']);
});

test('nobody is called abandoned while the provider, who may have the money, does not answer', async () => {
  const [who, attempt] = [person(), randomUUID()];
  await enrol(who, attempt);
  const id = await orderOf(attempt);
  await halfAnHourLater({ isHeard: false });
  expect(await subjects(who.email)).toEqual([]);
  await capture(id);
  await halfAnHourLater();
  expect(await subjects(who.email)).toEqual(['Paid', 'Receipt for your course']);
});

test('who did not pay is called abandoned once the provider has said so', async () => {
  const [who, attempt] = [person(), randomUUID()];
  await enrol(who, attempt);
  await orderOf(attempt);
  await halfAnHourLater({ isHeard: false });
  expect(await subjects(who.email)).toEqual([]);
  await query('update orders set reconciled_at = now()');
  await halfAnHourLater();
  expect(await subjects(who.email)).toEqual(['Enrolment abandoned']);
});
