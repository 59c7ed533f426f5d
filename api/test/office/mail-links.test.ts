import { randomUUID } from 'node:crypto';
import { abandonedJob } from '../../src/enrolments/abandoned';
import { callsOf, type Shop, startShop } from '../helpers/orders/shop';
import { until } from '../helpers/site';

const OFFICE = 'https://office.example.com';

let shop: Shop;
beforeAll(async () => {
  shop = await startShop({ OFFICE_ORIGIN: OFFICE });
});
afterAll(() => shop.stop());
const { payment, event, hook } = callsOf(() => shop);

/** Soft line breaks and encoded characters of quoted-printable. */
const decoded = (mail: string): string => mail.replaceAll(/=\r?\n/g, '').replaceAll('=3D', '=');
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
  const [order] = await shop.site.database.query<{ id: string }>('select id from orders where enrolment_id = $1', [id]);
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
  await abandonedJob({ db: database.db, outgoing, owner }).run(new AbortController().signal);
  expect(await mailsTo(email, 'Enrolment abandoned: ')).toContain(`Open it: ${OFFICE}/enrolments/${id}`);
});

const EVIL = 'Meera\r\nBcc: all@evil.example\r\n\r\nHello';

test.each(['name', 'phone', 'subject', 'message'])('a visitor’s %s begins no header of a mail', async (field) => {
  const email = `${randomUUID()}@x.example`;
  const fields = { name: 'Meera', phone: '+91 98400 01973', subject: 'Aprons', message: 'Forty', email, [field]: EVIL };
  const answer = await fetch(`${shop.site.url}/save_form.php`, {
    method: 'POST',
    headers: { accept: 'text/html' },
    body: new URLSearchParams(fields),
    redirect: 'manual',
  });
  // What cannot be one line is refused, or made one line.
  expect([303, 422]).toContain(answer.status);
  await until(async () => {
    const [row] = await shop.site.database.query<{ n: number }>(
      "select count(*)::int as n from mails where status = 'queued'",
    );
    return row?.n === 0;
  });
  const mails = (await shop.site.outbox()).filter((mail) => mail.includes(email));
  expect(mails.length > 0).toBe(answer.status === 303);
  for (const mail of mails) expect(mail.split('\r\n\r\n')[0]).not.toMatch(/^(bcc|hello)/im);
});
