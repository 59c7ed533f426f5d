import { randomUUID } from 'node:crypto';
import { tellAbandoned } from '../../src/enrolments/abandoned';
import { ProviderError } from '../../src/errors';
import { findRefunds } from '../../src/office/courses/order';
import { type Money, ofUnits } from '../../wire/money';
import { sendInspiration } from '../helpers/inspiration';
import { officeOf, somebody } from '../helpers/office';
import { callsOf, type Shop, startShop } from '../helpers/orders/shop';
import { decoded, until } from '../helpers/site';

const OFFICE = 'https://office.example.com';

let shop: Shop;
beforeAll(async () => {
  shop = await startShop({ OFFICE_ORIGIN: `${OFFICE}/` });
});
afterAll(() => shop.stop());
const { audit, call, enquire, tokenOf } = officeOf(() => shop.site);
const { payment, event, hook } = callsOf(() => shop);
const owner = somebody('owner');
const inr = (amount: number): Money => ({ amount, currency: 'INR' });

/** Enrols a person and orders. @returns the person, and the provider's id of the order */
const ordered = async (name = 'Meera') => {
  const person = { name, email: `${randomUUID()}@x.example`, phone: '+91 98400 01973', course: 'online' };
  const enrolment = await (await shop.site.post('/enrolments', person)).json();
  const [row] = await shop.site.database.query<{ id: string }>('select id from enrolments where email = $1', [
    person.email,
  ]);
  const order = await shop.site.post(
    '/create_order.php',
    { amount: 5_000_000 },
    { 'enrolment-id': row?.id ?? enrolment.id },
  );
  const { id: provided } = (await order.json()) as { id: string };
  return { person, provided };
};
const pay = async (provided: string) => {
  const paymentId = `pay_${randomUUID().slice(0, 14)}`;
  // Seconds since 1970 by the provider's clock.
  const more = { captured: true, created_at: Math.floor(Date.now() / 1000) - 1 };
  await hook(event('payment.captured', { payment: { entity: payment(provided, 'captured', paymentId, more) } }));
  return paymentId;
};
const paid = async (name?: string) => {
  const { person, provided } = await ordered(name);
  const paymentId = await pay(provided);
  const [made] = await shop.site.database.query<{ id: string }>('select id from orders where provider_order_id = $1', [
    provided,
  ]);
  return { orderId: made?.id ?? '', paymentId, person };
};
const refund = (orderId: string, body: unknown, caller = owner) =>
  call('POST', `/orders/${orderId}/refunds`, body, caller);
const refundCalls = () => shop.provider.calls.filter((line) => line.endsWith('/refund')).length;

test('enrolments are listed, searched and filtered, and their orders tell their story', async () => {
  const { orderId, paymentId, person } = await paid('Asha Listed');
  const { body } = await call('GET', `/enrolments?q=${person.email}&paid=true`);
  expect(body).toMatchObject({
    total: 1,
    data: [
      { name: 'Asha Listed', order_id: orderId, order_status: 'paid', amount: inr(5_000_000), held: inr(5_000_000) },
    ],
  });
  expect((await call('GET', `/enrolments?q=${person.email}&paid=false`)).body.total).toBe(0);
  expect((await call('GET', '/enrolments?q=%25')).body.total).toBe(0);
  // Search finds a letter in both Unicode forms and without its accent, words in any order, and the id on a receipt.
  await shop.site.database.query("update enrolments set name = $2, phone = '98400 55777' where email = $1", [
    person.email,
    'Jose\u0301 \u0b95\u0bcb',
  ]);
  for (const q of [
    'jos\u00e9',
    'JOSE\u0301',
    '\u0b95\u0bc7\u0bbe',
    '\u0b95\u0bcb jose',
    ` ${paymentId.slice(0, 8)} ${paymentId.slice(8)}`,
    '+91 98400-55777',
  ])
    expect((await call('GET', `/enrolments?q=${encodeURIComponent(q)}`)).body.total).toBe(1);
  const story = (await call('GET', `/orders/${orderId}`)).body;
  expect(story).toMatchObject({
    status: 'paid',
    paid: inr(5_000_000),
    refunded: inr(0),
    paid_twice: false,
    enrolment: { email: person.email },
  });
  expect(story.timeline.map(({ text }: { text: string }) => text)).toEqual(['The order was made', 'Paid, by card']);
  expect((await call('GET', `/orders/${randomUUID()}`)).status).toBe(404);
  // An enquiry of the same person shows the enrolment.
  const enquiry = await enquire({ email: person.email });
  expect((await call('GET', `/enquiries/${enquiry}`)).body.others.enrolments).toMatchObject([
    { course: 'online', order_status: 'paid' },
  ]);
});

test('a refund is made once, however often it is pressed, and never of more than there is', async () => {
  const { orderId, paymentId, person } = await paid();
  const wanted = { id: randomUUID(), payment_id: paymentId, amount: 2_000_000, reason: 'Fell ill' };
  const less = await refund(orderId, { ...wanted, id: randomUUID(), amount: 99 });
  expect([less.status, less.body.message]).toEqual([422, 'A refund is of ₹1 or more.']);
  const before = refundCalls();
  const answers = await Promise.all([refund(orderId, wanted), refund(orderId, wanted), refund(orderId, wanted)]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(refundCalls() - before).toBe(1);
  expect(await audit(orderId)).toEqual(['owner: refund']);
  // Providers send the payment again with its refunded amount.
  const again = { captured: true, amount_refunded: wanted.amount };
  const [order] = await shop.site.database.query<{ id: string }>(
    'select provider_order_id as id from orders where id = $1',
    [orderId],
  );
  await hook(
    event('payment.captured', { payment: { entity: payment(order?.id ?? '', 'captured', paymentId, again) } }),
  );
  const story = (await call('GET', `/orders/${orderId}`)).body;
  expect(story).toMatchObject({
    status: 'partly_refunded',
    refunded: inr(2_000_000),
    payments: [{ id: paymentId, returnable: inr(3_000_000) }],
    refund_requests: [{ state: 'made', reason: 'Fell ill', requested_by: 'Asha (owner)' }],
  });
  // Events keep their places, even that of a payment which a later refund changed.
  expect(story.timeline.map(({ text, amount }: { text: string; amount: Money }) => [text, amount.amount])).toEqual([
    ['The order was made', 5_000_000],
    ['Paid, by card', 5_000_000],
    ['Asha (owner) asked for a refund, and the provider took it: Fell ill', 2_000_000],
    ['Refunded', 2_000_000],
  ]);
  expect((await refund(orderId, { ...wanted, amount: 100 })).status).toBe(409);
  const more = await refund(orderId, { ...wanted, id: randomUUID(), amount: 3_000_001 });
  expect([more.status, more.body.message]).toEqual([422, 'Only ₹30,000 of this payment can still be given back.']);
  await until(async () =>
    (await shop.site.outbox()).find((text) => text.includes(person.email) && /refunded/i.test(text)),
  );
});

test('two people who refund the same at once give it back once', async () => {
  const { orderId, paymentId } = await paid();
  const all = () =>
    refund(orderId, { id: randomUUID(), payment_id: paymentId, amount: 5_000_000, reason: 'Cancelled' });
  const answers = (await Promise.all([all(), all()])).sort((one, other) => one.status - other.status);
  expect(answers.map(({ status }) => status)).toEqual([200, 422]);
  expect(answers[1]?.body.message).toBe('All of this payment has been given back, or was asked to be.');
});

test('a refund whose answer is lost is found again, and not asked twice', async () => {
  const { orderId, paymentId } = await paid();
  const wanted = { id: randomUUID(), payment_id: paymentId, amount: 5_000_000, reason: 'Cancelled' };
  shop.provider.faults.push('late');
  const before = refundCalls();
  expect((await refund(orderId, wanted)).body.refund_requests).toMatchObject([{ state: 'uncertain' }]);
  expect((await refund(orderId, { ...wanted, id: randomUUID() })).status).toBe(422);
  expect((await refund(orderId, wanted)).body.refund_requests).toMatchObject([{ state: 'uncertain' }]);
  // A clock that was ahead leaves such a time behind.
  await shop.site.database.query("update refund_requests set updated_at = now() + interval '3 days' where id = $1", [
    wanted.id,
  ]);
  await findRefunds(shop.site.context);
  expect((await call('GET', `/orders/${orderId}`)).body).toMatchObject({
    status: 'refunded',
    refund_requests: [{ state: 'made' }],
  });
  expect(refundCalls() - before).toBe(1);
});

test('a refund whose answer is lost is known as soon as the provider reports it, and counts once', async () => {
  const { orderId, paymentId } = await paid();
  const wanted = { id: randomUUID(), payment_id: paymentId, amount: 1_250_000, reason: 'Cancelled' };
  shop.provider.faults.push('late');
  await refund(orderId, wanted);
  const made = shop.provider.refunds.find(({ receipt }) => receipt === wanted.id);
  const entity = { ...made, status: 'processed' };
  await hook(event('refund.processed', { refund: { entity } }));
  const story = (await call('GET', `/orders/${orderId}`)).body;
  expect(story).toMatchObject({
    refunded: inr(1_250_000),
    payments: [{ returnable: inr(3_750_000) }],
    refund_requests: [{ state: 'made', error: null }],
  });
  // A repeated report, as from the nightly reconciliation, does not move the refund in the timeline.
  await shop.site.database.query(
    "update refunds set created_at = '2026-01-01', updated_at = '2026-01-02' where id = $1",
    [made?.['id']],
  );
  await hook(event('refund.processed', { refund: { entity } }));
  const { timeline } = (await call('GET', `/orders/${orderId}`)).body;
  expect(timeline).toContainEqual({
    at: new Date('2026-01-02').toISOString(),
    text: 'Refunded',
    amount: inr(1_250_000),
  });
});

test('a refund that never reached the provider says so, may be asked for again, and keeps no other waiting', async () => {
  const [lost, unknown] = [await paid(), await paid()];
  const wanted = { id: randomUUID(), payment_id: lost.paymentId, amount: 5_000_000, reason: 'Cancelled' };
  const other = { ...wanted, id: randomUUID(), payment_id: unknown.paymentId };
  shop.provider.faults.push('error');
  await refund(unknown.orderId, other);
  shop.provider.faults.push('error');
  expect((await refund(lost.orderId, wanted)).body.refund_requests).toMatchObject([{ state: 'uncertain' }]);
  await shop.site.database.query(
    "update refund_requests set updated_at = now() - interval '3 minutes', created_at = now() - interval '16 minutes' where id = any($1)",
    [[wanted.id, other.id]],
  );
  const { provider } = shop.site.context;
  const refundsOf = async (id: string) => {
    if (id === unknown.paymentId) throw new ProviderError('The payment provider answered 400 (no such id).', 'refused');
    return provider.refundsOf(id);
  };
  const looking = findRefunds({ ...shop.site.context, provider: { ...provider, refundsOf } });
  await expect(looking).rejects.toThrow('no such id');
  const { body } = await call('GET', `/orders/${lost.orderId}`);
  expect(body).toMatchObject({ payments: [{ returnable: inr(5_000_000) }], refund_requests: [{ state: 'refused' }] });
  expect(body.timeline.map(({ text }: { text: string }) => text)).toContain(
    'Asha (owner) asked for a refund, which was not made: Cancelled. The provider never got it; it can be asked for again.',
  );
});

test('a refund that the provider refuses stays refused, and may be asked for again', async () => {
  const { orderId, paymentId } = await paid();
  shop.provider.faults.push('refuse');
  const wanted = { id: randomUUID(), payment_id: paymentId, amount: 5_000_000, reason: 'Cancelled' };
  const refused = await refund(orderId, wanted);
  expect([refused.status, refused.body.message]).toEqual([
    422,
    expect.stringContaining('The amount is not acceptable'),
  ]);
  const before = refundCalls();
  const pressedAgain = await refund(orderId, wanted);
  expect([pressedAgain.status, pressedAgain.body.message]).toEqual([422, refused.body.message]);
  expect(refundCalls() - before).toBe(0);
  expect((await refund(orderId, { ...wanted, id: randomUUID() })).body.status).toBe('refunded');
});

test('only an owner who has confirmed who they are gives money back', async () => {
  const { orderId, paymentId } = await paid();
  const wanted = { id: randomUUID(), payment_id: paymentId, amount: 100, reason: 'x' };
  for (const right of ['desk', 'writer'] as const)
    expect((await refund(orderId, wanted, somebody(right))).status).toBe(403);
  expect((await refund(orderId, wanted, somebody('owner', { confirmed: false }))).status).toBe(428);
  expect((await refund(orderId, { ...wanted, payment_id: 'pay_other' })).status).toBe(422);
});

test('participants are a spreadsheet, and a full course says so before anybody pays', async () => {
  const { person } = await paid('=1+1');
  const csv = await call('GET', '/exports/participants.csv?course=online');
  expect(csv.body).toContain(`"'=1+1","${person.email}","+91 98400 01973","Paid","50000","INR"`);
  const offline = async (): Promise<{ version: number }> =>
    (await call('GET', '/courses')).body.data.find(({ variant }: { variant: string }) => variant === 'offline');
  const { version } = await offline();
  const dearer = { price: ofUnits(120_000), version };
  expect((await call('PATCH', '/courses/offline', dearer, owner)).body).toMatchObject({ price: ofUnits(120_000) });
  const second = await call('PATCH', '/courses/offline', { price: ofUnits(90_000), version }, owner);
  expect([second.status, second.body.current]).toEqual([409, expect.objectContaining({ price: ofUnits(120_000) })]);
  expect(second.body.message).toMatch(/^Asha \(owner\) changed this on .*₹1,20,000.*You want: .*₹90,000/);
  const now = await offline();
  expect(now).toMatchObject({ price: ofUnits(120_000) });
  const filling = { status: 'full', reason: 'Twelve seats', version: now.version };
  const full = await call('PATCH', '/courses/offline', filling, owner);
  expect(full.body).toMatchObject({ variant: 'offline', status: 'full' });
  expect((await call('GET', '/courses')).body.data).toContainEqual(full.body);
  expect((await call('PATCH', '/courses/offline', { status: 'open', version: 1 })).status).toBe(403);
  const refused = await shop.site.post('/enrolments', { ...person, course: 'offline' });
  expect([refused.ok, JSON.stringify(await refused.json())]).toEqual([false, expect.stringContaining('is full')]);
});

test('a course is not changed without a line of the audit that says so', async () => {
  const { data } = (await call('GET', '/courses')).body;
  const { variant, version } = data.at(-1);
  await shop.site.database.query('alter table office_audit rename to office_audit_away');
  try {
    expect((await call('PATCH', `/courses/${variant}`, { status: 'closed', version }, owner)).status).toBe(500);
  } finally {
    await shop.site.database.query('alter table office_audit_away rename to office_audit');
  }
  expect((await call('GET', '/courses')).body.data).toEqual(data);
});

/** Sends an event about another payment of the same order. */
const again = async (orderId: string, paymentId: string, more = {}) => {
  const [order] = await shop.site.database.query<{ id: string }>(
    'select provider_order_id as id from orders where id = $1',
    [orderId],
  );
  const entity = payment(order?.id ?? '', 'captured', paymentId, { captured: true, ...more });
  await hook(event('payment.captured', { payment: { entity } }));
  return entity;
};

test('an order that was paid twice says so until one payment is given back, and no longer', async () => {
  const { orderId } = await paid('Twice Once');
  const second = `pay_${randomUUID().slice(0, 14)}`;
  await again(orderId, second);
  expect((await call('GET', `/orders/${orderId}`)).body).toMatchObject({ paid_twice: true, paid: inr(10_000_000) });
  await refund(orderId, { id: randomUUID(), payment_id: second, amount: 5_000_000, reason: 'Paid twice' });
  expect((await call('GET', `/orders/${orderId}`)).body).toMatchObject({ paid_twice: false, refunded: inr(5_000_000) });
});

test('money that does not fit the order is no second payment of it', async () => {
  const { orderId } = await paid();
  await again(orderId, `pay_${randomUUID().slice(0, 14)}`, { amount: 70_000, currency: 'USD' });
  expect((await call('GET', `/orders/${orderId}`)).body).toMatchObject({ paid_twice: false, paid: inr(5_000_000) });
});

test('what is opened, sent, settled and exported has a line of the audit', async () => {
  const { orderId, person } = await paid();
  const [enrolment] = (await call('GET', `/enrolments?q=${person.email}`)).body.data;
  await call('GET', `/enrolments/${enrolment.id}`);
  expect(await audit(enrolment.id)).toEqual(['desk: open enrolment']);
  await call('GET', `/orders/${orderId}`);
  await call('POST', `/orders/${orderId}/receipt`, { id: randomUUID() });
  expect(await audit(orderId)).toEqual(['desk: send receipt', 'desk: open']);
  const mismatched = `pay_${randomUUID().slice(0, 14)}`;
  await again(orderId, mismatched, { amount: 70_000 });
  await call('POST', `/problems/${mismatched}/settle`, { reason: 'A deposit' }, owner);
  expect(await audit(mismatched)).toEqual(['owner: settle']);
  await call('GET', '/exports/participants.csv?course=only-offline');
  expect(await audit('only-offline')).toContain('desk: export');
});

test('a refund that failed may be asked for again, also when the provider had counted it', async () => {
  const { orderId, paymentId } = await paid();
  const entity = await again(orderId, paymentId, { amount_refunded: 5_000_000 });
  const failed = { id: `rfnd_${paymentId}`, payment_id: paymentId, amount: 5_000_000, status: 'failed' };
  await hook(event('refund.failed', { refund: { entity: failed }, payment: { entity } }));
  expect((await call('GET', `/orders/${orderId}`)).body).toMatchObject({
    status: 'refund_failed',
    refunded: inr(0),
    held: inr(5_000_000),
    payments: [{ returnable: inr(5_000_000) }],
  });
  const wanted = { id: randomUUID(), payment_id: paymentId, amount: 5_000_000, reason: 'Cancelled' };
  expect((await refund(orderId, wanted)).body.status).toBe('refunded');
});

test('whoever follows the office is told when an order is paid, and of each part that goes back', async () => {
  const news = async () => {
    const headers = { 'office-caller': await tokenOf(somebody('desk')) };
    const answer = await fetch(`${shop.site.privateUrl}/office/news/follow`, { headers });
    const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
    const told = await reader?.read();
    await reader?.cancel();
    return JSON.parse(told?.value?.slice('data: '.length) ?? '');
  };
  const { provided } = await ordered();
  const before = await news();
  const paymentId = await pay(provided);
  const after = await news();
  expect(after.enrolment).not.toBe(before.enrolment);
  expect(after.enquiry).toBe(before.enquiry);
  // The second part that goes back changes no status, but the money in the list.
  const [order] = await shop.site.database.query<{ id: string }>('select id from orders where provider_order_id = $1', [
    provided,
  ]);
  const giveBack = () =>
    refund(order?.id ?? '', { id: randomUUID(), payment_id: paymentId, amount: 1_000_000, reason: 'In part' });
  await giveBack();
  const first = await news();
  await giveBack();
  const second = await news();
  expect(second.enrolment).not.toBe(first.enrolment);
  // A change whose transaction began before the newest one, and is committed after it.
  const late = `update orders set updated_at = updated_at - interval '1 millisecond' where provider_order_id <> $1`;
  await shop.site.database.query(`${late} and updated_at > now() - interval '1 minute'`, [provided]);
  expect((await news()).enrolment).not.toBe(second.enrolment);
});

describe('mails lead to the office', () => {
  const mailsTo = (email: string, subject: string) =>
    until(async () => {
      const found = (await shop.site.outbox()).map(decoded).filter((mail) => mail.includes(email));
      return found.find((mail) => mail.includes(`Subject: ${subject}`));
    });

  const enrol = async (more: Record<string, string> = {}) => {
    const email = `${randomUUID()}@x.example`;
    const person = { name: 'Meera', phone: '+91 98400 01973', course: 'online', ...more, email };
    await shop.site.post('/enrolments', person);
    const [row] = await shop.site.database.query<{ id: string }>('select id from enrolments where email = $1', [email]);
    return { email, id: row?.id ?? '' };
  };

  test('the mail about a payment leads to its order in the office, and the buyer’s to nothing of it', async () => {
    const { email, id } = await enrol();
    const answer = await shop.site.post('/create_order.php', { amount: 5_000_000 }, { 'enrolment-id': id });
    const provided = (await answer.json()).id;
    const captured = payment(provided, 'captured', `pay_${randomUUID().slice(0, 14)}`, { captured: true });
    await hook(event('payment.captured', { payment: { entity: captured } }));
    const [order] = await shop.site.database.query<{ id: string }>('select id from orders where enrolment_id = $1', [
      id,
    ]);
    expect(await mailsTo(email, 'Paid: ')).toContain(`Open it: ${OFFICE}/orders/${order?.id}`);
    const receipt = await until(async () =>
      (await shop.site.outbox()).map(decoded).find((mail) => mail.includes(`\nTo: ${email}`)),
    );
    expect(receipt).not.toContain(OFFICE);
  });

  test('the mail about an abandoned enrolment leads to the enrolment', async () => {
    const { email, id } = await enrol({ name: 'Ravi', phone: '+91 98400 55555' });
    await shop.site.database.query("update enrolments set created_at = now() - interval '1 hour' where id = $1", [id]);
    const { database, outgoing, owner } = shop.site.context;
    await tellAbandoned({ db: database.db, outgoing, owner });
    expect(await mailsTo(email, 'Enrolment abandoned: ')).toContain(`Open it: ${OFFICE}/enrolments/${id}`);
  });

  test('the mail of an upload links to the office', async () => {
    const email = `${randomUUID()}@x.example`;
    await sendInspiration(shop.site.url, { fields: { email } });
    const [enquiry] = await shop.site.database.query<{ id: string }>('select id from enquiries where email = $1', [
      email,
    ]);
    const mail = decoded(await until(async () => (await shop.site.outbox()).find((text) => text.includes(email))));
    const link = `${OFFICE}/enquiries/${enquiry?.id}`;
    expect(mail).toContain(`Open it: ${link}`);
    expect(mail).toContain(`<a href="${link}">`);
  });
});
