import { randomInt, randomUUID } from 'node:crypto';
import { type CoursePatch, changeCourse, readCourse } from '../src/catalogue/catalogue';
import { ofUnits } from '../wire/money';
import type { CourseVariant } from '../wire/orders';
import { callsOf, type Shop, startShop } from './helpers/orders/shop';

let shop: Shop;
beforeAll(async () => {
  shop = await startShop();
});
afterAll(() => shop.stop());

const { order } = callsOf(() => shop);
const change = async (course: CourseVariant, patch: CoursePatch, reason?: string) => {
  const { db } = shop.site.context.database;
  const { version } = await readCourse(db, course);
  return changeCourse(db, course, patch, { by: 'Asha', reason, version });
};
const catalogue = async () => {
  const answer = await fetch(`${shop.site.url}/catalogue`);
  return { cache: answer.headers.get('cache-control'), ...(await answer.json()) };
};
const enrol = async (course: string) => {
  const email = `${randomUUID().slice(0, 8)}@buyer.example`;
  const body = { name: 'Uma', email, phone: `+91 9${randomInt(100_000_000, 999_999_999)}`, course };
  return (await shop.site.post('/enrolments', body)).json();
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
  const { id } = await enrol('online');
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
    const { id } = await enrol('online');
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
    const { id } = await enrol('online');
    await change('online', { price: ofUnits(45_000) });
    await change('offline', { price: ofUnits(50_000) });
    expect(await order(5_000_000, { 'Enrolment-Id': id })).toEqual({ status: 422, body: refusal });
  });
});

test('a course that is full takes neither enrolments nor orders, and says so', async () => {
  const { id } = await enrol('online');
  await change('online', { status: 'full' });
  const full = {
    success: false,
    code: 'course_unavailable',
    message: expect.stringMatching(/^The Online Course is full\. Nothing has been charged\./),
  };
  expect(await enrol('online')).toEqual(full);
  expect(await order(5_000_000, { 'Enrolment-Id': id })).toEqual({ status: 422, body: full });
  expect(await order(5_000_000)).toEqual({ status: 422, body: full });
});
